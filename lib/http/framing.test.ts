import { expect, test } from "vitest";
import { serverWith, transportTo } from "./testing/transport-fixtures.ts";
import { answerText, type Script } from "./testing/scripted-server.ts";

const encoder = new TextEncoder();
const answersOk: Script = (socket) => socket.write(answerText("{}"));
const query = { method: "POST", path: "/q", headers: [["X-API-Key", "k"]] } as const;
const register = { method: "POST", path: "/r", headers: [] } as const;

async function targetOf(script: Script) {
  const server = await serverWith(script);
  return { server, transport: transportTo(`http://127.0.0.1:${server.port}`) };
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

test.each([
  ["100 and then the answer", `HTTP/1.1 100 Continue\r\n\r\n${answerText("{}")}`],
  [
    "100 twice, of a proxy and of what is behind it",
    `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(2)}${answerText("{}")}`,
  ],
  [
    "early hints, then 100",
    `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${answerText("{}")}`,
  ],
  ["100 with headers", `HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n${answerText("{}")}`],
  ["the answer at once", answerText("{}")],
])("a request that expects 100-continue says so, sends its body at once, and reads %s", async (_, text) => {
  const { server, transport } = await targetOf((socket) => void socket.write(text));
  const request = { ...register, body: encoder.encode('{"a":1}') };
  const expecting = { ...request, headers: [["Expect", "100-continue"]] } as const;
  expect((await transport.send(expecting)).status).toBe(200);
  const [sent = ""] = server.requests.map((one) => one.text);
  expect(sent).toMatch(/^POST \S+ HTTP\/1\.1\r\nExpect: 100-continue\r\n/);
  expect(sent).toMatch(/\{"a":1\}$/);
});

test("the interim answer that comes apart from the final one is passed over, and 417 is an answer", async () => {
  const { server, transport } = await targetOf((socket, _, index) => {
    if (index === 1) socket.write(answerText("{}", [], "417 Expectation Failed"));
    else if (index === 2) socket.write(answerText("{}"));
    else
      socket.write("HTTP/1.1 100 Continue\r\n\r\n", () => setImmediate(() => socket.write(answerText("{}"))));
  });
  const expecting = { ...register, headers: [["expect", "100-continue"]] } as const;
  expect((await transport.send(expecting)).status).toBe(200);
  expect((await transport.send(expecting)).status).toBe(417);
  expect((await transport.send(register)).status).toBe(200);
  expect(server.requests.map(({ text }) => /expect/i.test(text))).toEqual([true, true, false]);
});

test("an interim answer 100 that no request asked for is passed over", async () => {
  const { transport } = await targetOf((socket) =>
    socket.write("HTTP/1.1 100 Continue\r\n\r\n", () => setImmediate(() => socket.write(answerText("{}")))),
  );
  for (const request of [query, register, query]) expect((await transport.send(request)).status).toBe(200);
});

test("a chunk of a body that begins like an interim answer is left as it is", async () => {
  const body = "HTTP/1.1 100 Continue";
  const { transport } = await targetOf((socket) =>
    socket.write(answerText(body).slice(0, -body.length), () => setTimeout(() => socket.write(body), 20)),
  );
  const answer = await transport.send(query);
  expect(Buffer.from(answer.body).toString()).toBe(body);
});

test("a status of four digits is a protocol error", async () => {
  const { transport } = await targetOf((socket) => void socket.write("HTTP/1.1 1000 Odd\r\n\r\n"));
  await expect(transport.send(query)).rejects.toMatchObject({ kind: "protocol" });
});
