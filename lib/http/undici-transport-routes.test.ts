import { createServer } from "node:net";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { failureOf, serverWith, transportTo, REQUEST } from "./testing/transport-fixtures.ts";
import { answerText } from "./testing/scripted-server.ts";

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
