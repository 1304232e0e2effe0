import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { answerText, type Script } from "./testing/scripted-server.ts";
import { TransportFailure, type FailureKind } from "./transport-failure.ts";
import { failureOf, REQUEST, serverWith, transportTo } from "./testing/transport-fixtures.ts";
import type { UndiciTransportOptions } from "./undici-transport.ts";

const OK = answerText("{}");

/** Sends one request to a scripted target, and once more to see that the lane recovers. */
async function failureWith(script: Script, options: Partial<UndiciTransportOptions> = {}) {
  const server = await serverWith((socket, request, index) => {
    if (index === 0) script(socket, request, index);
    else socket.end(OK);
  });
  const transport = transportTo(`http://127.0.0.1:${server.port}`, options);
  const failure = await failureOf(transport.send(REQUEST));
  expect(server.requests.length, "the request was sent once").toBe(1);
  expect((await transport.send(REQUEST)).status).toBe(200);
  expect(server.requests[1]?.connection, "a fresh connection").toBe(1);
  return failure;
}

function write(text: string): Script {
  return (socket) => socket.write(Buffer.from(text, "latin1"));
}

test("a closed port is unreachable, and the message names it", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  await new Promise((resolve) => server.close(resolve));
  const failure = await failureOf(transportTo(`http://127.0.0.1:${port}`).send(REQUEST));
  expect(failure).toMatchObject({ kind: "unreachable", code: "ECONNREFUSED", applied: "no" });
  expect(failure.message).toBe(
    `Cannot reach http://127.0.0.1:${port}: nothing listens there, the connection was refused (ECONNREFUSED). Check host and port (baseUrl or mcp.url), and that the target runs.`,
  );
});

const cutOff: [FailureKind, string] = ["reset", "UND_ERR_SOCKET"];

test.each<[string, FailureKind, string, Script]>([
  ["closing without an answer", ...cutOff, (socket) => socket.end()],
  ["resetting without an answer", "reset", "ECONNRESET", (socket) => socket.resetAndDestroy()],
  ["closing mid-status", ...cutOff, (socket) => socket.end("HTTP/1.1 20")],
  ["closing mid-body", ...cutOff, (socket) => socket.end(OK.slice(0, -1))],
  [
    "closing mid-chunk",
    ...cutOff,
    (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc"),
  ],
  [
    "a short body on a connection that it announced to close",
    "reset",
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    (socket) => socket.end(answerText("{}", ["Connection: close"]).slice(0, -1)),
  ],
  ["garbage", "protocol", "HTTPParserError", write("\u0000\u0001SSH-2.0-OpenSSH\r\n\r\n")],
  [
    "contradicting lengths",
    "protocol",
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
  ],
  [
    "two lengths that are the same",
    "protocol",
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
  ],
  [
    "a header flood",
    "protocol",
    "UND_ERR_HEADERS_OVERFLOW",
    write(`HTTP/1.1 200 OK\r\n${"X-Flood: 0123456789\r\n".repeat(9_000)}\r\n`),
  ],
  ["status 099", "protocol", "ERR_ASSERTION", write("HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n")],
  [
    "an unasked 101",
    "protocol",
    "UND_ERR_SOCKET",
    write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
  ],
  [
    "a body that is not gzip as announced",
    "protocol",
    "NOT_AS_ENCODED",
    write(answerText("plain", ["Content-Encoding: gzip", "Connection: close"])),
  ],
])("%s is %s %s", async (_, kind, code, script) => {
  expect(await failureWith(script)).toMatchObject({ kind, code, applied: "unknown" });
});

test.each([
  ["lines that end with LF alone", "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}", "does not end with CR LF"],
  ["a folded header", "HTTP/1.1 200 OK\r\nX-Long: one\r\n two\r\n\r\n", "continues in a second line"],
  ["NUL in a header", "HTTP/1.1 200 OK\r\nX-Odd: a\u0000b\r\n\r\n", "a character that HTTP forbids"],
  [
    "two lengths",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "it has two Content-Length headers, or",
  ],
])("the message about %s says what is wrong", async (_, text, says) => {
  const { message } = await failureWith(write(text));
  expect(message).toContain(says);
  expect(message).not.toContain("HTTP/2");
});

test("a target that accepts and never answers is a timeout", async () => {
  const failure = await failureWith(() => undefined, { timeoutMs: 150 });
  expect(failure).toMatchObject({ kind: "timeout", code: "DEADLINE", applied: "unknown" });
  expect(failure.message).toContain("no answer came within 150 ms");
});

test("an answer that trickles without end is a timeout", async () => {
  const failure = await failureWith(
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const timer = setInterval(() => socket.write("1\r\nx\r\n"), 10);
      socket.on("close", () => clearInterval(timer));
    },
    { timeoutMs: 200 },
  );
  expect(failure).toMatchObject({ kind: "timeout", code: "DEADLINE_BODY", applied: "unknown" });
});

test("a TLS handshake that never ends is unreachable: nothing was sent", async () => {
  const server = await serverWith(() => undefined);
  const transport = transportTo(`https://127.0.0.1:${server.port}`, { timeoutMs: 150 });
  expect(await failureOf(transport.send(REQUEST))).toMatchObject({
    kind: "unreachable",
    code: "DEADLINE_CONNECT",
    applied: "no",
  });
  await expect.poll(() => server.openConnections()).toBe(0);
});

test("a body without end is cut at the size limit", async () => {
  const failure = await failureWith(
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const timer = setInterval(() => socket.write("x".repeat(50_000)), 1);
      socket.on("close", () => clearInterval(timer));
    },
    { maxAnswerBytes: 100_000 },
  );
  expect(failure).toMatchObject({ kind: "protocol", code: "ANSWER_TOO_LARGE" });
});

test("a decompression bomb is cut at the size limit", async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000));
  const head = `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
  const failure = await failureWith((socket) => socket.write(Buffer.concat([Buffer.from(head), bomb])), {
    maxAnswerBytes: 100_000,
  });
  expect(failure).toMatchObject({ kind: "protocol", code: "ANSWER_TOO_LARGE" });
});

test("a kept connection that the target closes on the next request is a reset, sent once", async () => {
  const server = await serverWith((socket, _, index) => (index === 1 ? socket.end() : socket.write(OK)));
  const transport = transportTo(`http://127.0.0.1:${server.port}`);
  await transport.send(REQUEST);
  const failure = await failureOf(transport.send(REQUEST));
  expect(failure).toMatchObject({ kind: "reset", code: "UND_ERR_SOCKET", applied: "unknown" });
  expect(server.requests.map(({ connection }) => connection)).toEqual([0, 0]);
});

test("a kept connection that the target closed in between never makes a request go out twice", async () => {
  const server = await serverWith((socket) => {
    socket.write(OK);
    setImmediate(() => socket.destroy());
  });
  const transport = transportTo(`http://127.0.0.1:${server.port}`);
  const seen = new Set<string>();
  for (let round = 0; round < 100; round++) {
    const answer = transport.send({ ...REQUEST, path: `/${round}` });
    seen.add(
      await answer.then(
        ({ status }) => String(status),
        (error: unknown) => String(error instanceof TransportFailure && error.kind),
      ),
    );
  }
  const paths = server.requests.map(({ text }) => text.split(" ")[1]);
  expect(new Set(paths).size).toBe(paths.length);
  expect([...seen].filter((outcome) => !["200", "reset"].includes(outcome))).toEqual([]);
});
