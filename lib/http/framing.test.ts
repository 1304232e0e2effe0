import { expect, onTestFinished, test } from "vitest";
import { answerText, scriptedServer } from "./testing/scripted-server.ts";
import type { Script } from "./testing/scripted-server.ts";
import { undiciTransport } from "./undici-transport.ts";

const encoder = new TextEncoder();
const answersOk: Script = (socket) => socket.write(answerText("{}"));
const query = { method: "POST", path: "/q", headers: [["X-API-Key", "k"]] } as const;
const register = { method: "POST", path: "/r", headers: [] } as const;

async function targetOf(script: Script) {
  const server = await scriptedServer(script);
  const transport = undiciTransport({ baseUrl: `http://127.0.0.1:${server.port}`, timeoutMs: 5_000 });
  onTestFinished(async () => {
    await transport.close();
    await server[Symbol.asyncDispose]();
  });
  return { server, transport };
}

test("a POST without body has Content-Length 0, no Content-Type and no header of the client's own", async () => {
  const { server, transport } = await targetOf(answersOk);
  const host = `host: 127.0.0.1:${server.port}`;
  const expected = `POST /q HTTP/1.1\r\n${host}\r\nconnection: keep-alive\r\nX-API-Key: k\r\ncontent-length: 0\r\n\r\n`;
  await transport.send(query);
  await transport.send({ ...query, body: new Uint8Array() });
  expect(server.requests.map(({ text }) => text)).toEqual([expected, expected]);
});

test("a POST without body says nothing of its length where that is wanted, and of the next one it does", async () => {
  const { server, transport } = await targetOf(answersOk);
  await transport.send({ ...query, withoutLength: true });
  await transport.send(query);
  const [first = "", second = ""] = server.requests.map(({ text }) => text);
  expect(first).toMatch(
    /^POST \/q HTTP\/1.1\r\nhost: [\d.:]+\r\nconnection: keep-alive\r\nX-API-Key: k\r\n\r\n$/,
  );
  expect(second).toContain("\r\ncontent-length: 0\r\n");
});

test("a body is sent byte for byte", async () => {
  const { server, transport } = await targetOf(answersOk);
  const buffer = encoder.encode('xx{"a":"€"}yy');
  await transport.send({ ...register, body: buffer.subarray(2, -2) });
  expect(server.requests[0]?.text).toMatch(/\r\ncontent-length: 11\r\n\r\n\{"a":"\u00e2\u0082\u00ac"\}$/);
  expect(server.requests[0]?.text).not.toMatch(/content-type/i);
});

test("a body goes out in chunks, without a length, where the headers say so", async () => {
  const { server, transport } = await targetOf((socket, { text }) => {
    if (!text.startsWith("POST")) socket.write(answerText("{}"));
  });
  const headers = [["Transfer-Encoding", "chunked"]] as const;
  await transport.send({ ...register, headers, body: encoder.encode('{"a":1}') });
  const [head = "", body] = server.requests.map(({ text }) => text);
  expect(head).toMatch(/\r\ntransfer-encoding: chunked\r\n\r\n$/);
  expect(head).not.toMatch(/content-length/i);
  expect(body).toBe('4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n');
});
