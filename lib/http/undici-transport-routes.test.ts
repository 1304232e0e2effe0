import { createServer } from "node:net";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { failureOf, serverWith, transportTo, REQUEST } from "./testing/transport-fixtures.ts";
import { answerText, scriptedServer } from "./testing/scripted-server.ts";

test("plain HTTP to a TLS port, and TLS to a plain port, say so", async () => {
  const own = await generate([{ name: "commonName", value: "localhost" }], { keyType: "ec" });
  const tls = await serverWith((socket) => socket.write(answerText("{}")), {
    key: own.private,
    cert: own.cert,
  });
  const toTls = await failureOf(transportTo(`http://127.0.0.1:${tls.port}`).send(REQUEST));
  expect(toTls.message).toContain("https://.");
  const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const toPlain = await failureOf(transportTo(`https://127.0.0.1:${port}`).send(REQUEST));
  expect(toPlain).toMatchObject({ kind: "unreachable", applied: "no" });
  expect(toPlain.message).toContain("http://.");
});

test("certificates: untrusted and wrong host are unreachable with advice, target.ca is honoured", async () => {
  const extensions = [
    { name: "subjectAltName" as const, altNames: [{ type: 2 as const, value: "localhost" }] },
  ];
  const own = await generate([{ name: "commonName", value: "localhost" }], { keyType: "ec", extensions });
  const server = await serverWith((socket) => socket.write(answerText("{}")), {
    key: own.private,
    cert: own.cert,
  });
  const untrusted = await failureOf(transportTo(`https://localhost:${server.port}`).send(REQUEST));
  expect(untrusted).toMatchObject({
    kind: "unreachable",
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    applied: "no",
  });
  expect(untrusted.message).toContain("Set target.ca in the profile");
  const trusting = transportTo(`https://localhost:${server.port}`, { ca: own.cert });
  expect((await trusting.send(REQUEST)).status).toBe(200);
  const elsewhere = transportTo(`https://127.0.0.1:${server.port}`, { ca: own.cert });
  expect(await failureOf(elsewhere.send(REQUEST))).toMatchObject({
    kind: "unreachable",
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
    applied: "no",
  });
});

test("a proxy that refuses, closes or is not there is unreachable, and the message names it", async () => {
  const refusing = await serverWith((socket) =>
    socket.write(answerText("", [], "407 Proxy Authentication Required")),
  );
  const closing = await serverWith((socket) => socket.end());
  const closed = await scriptedServer(() => undefined);
  await closed[Symbol.asyncDispose]();
  const outcomes: string[] = [];
  for (const { port } of [refusing, closing, closed]) {
    const proxy = `http://user:hidden@127.0.0.1:${port}`;
    const failure = await failureOf(transportTo("https://target.invalid", { proxy }).send(REQUEST));
    expect(failure.message).toContain(
      `Cannot reach https://target.invalid (by the proxy 127.0.0.1:${port}): `,
    );
    expect(failure.message).not.toContain("hidden");
    outcomes.push(`${failure.kind} ${failure.code} ${failure.applied}`);
  }
  expect(outcomes).toEqual([
    "unreachable UND_ERR_ABORTED no",
    "unreachable UND_ERR_PRX_CONN no",
    "unreachable ECONNREFUSED no",
  ]);
  const proxy = `http://127.0.0.1:${refusing.port}`;
  const forwarded = transportTo("http://target.invalid", { proxy }).send(REQUEST);
  expect(await failureOf(forwarded)).toMatchObject({ kind: "unreachable", applied: "no" });
});
