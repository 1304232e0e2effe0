import { expect, test } from "vitest";
import { serverWith, transportTo } from "./testing/transport-fixtures.ts";
import { answerText, type Script } from "./testing/scripted-server.ts";

async function targetOf(script: Script, path = "") {
  const server = await serverWith(script);
  return { server, transport: transportTo(`http://127.0.0.1:${server.port}${path}`) };
}

const answersOk: Script = (socket) => socket.write(answerText("{}"));

function post(path: string, lane?: string) {
  return { method: "POST", path, headers: [], ...(lane && { lane }) } as const;
}

test("request headers keep case, order, duplicates, blanks and latin1", async () => {
  const { server, transport } = await targetOf(answersOk);
  const headers = [
    ["X-B", "1"],
    ["x-b", "2"],
    ["X-B", "3"],
    ["X-Empty", ""],
    ["X-Pad", " é "],
  ] as const;
  await transport.send({ ...post("/"), headers });
  const lines = server.requests[0]?.text.split("\r\n") ?? [];
  expect(lines.filter((line) => /^x-/i.test(line))).toEqual([
    "X-B: 1",
    "x-b: 2",
    "X-B: 3",
    "X-Empty: ",
    "X-Pad:  é ",
  ]);
});

test("an answer keeps status, raw headers and bytes; redirects are not followed", async () => {
  const raw = "HTTP/1.1 302 Found\r\nLocation: /x\r\nX-Dup: a\r\nx-dup: b\r\nX-Latin: \u00e9\r\n";
  const { server, transport } = await targetOf((socket) =>
    socket.write(Buffer.from(`${raw}Content-Length: 3\r\n\r\n\u00ff\u0000x`, "latin1")),
  );
  const answer = await transport.send(post("/"));
  expect(answer.status).toBe(302);
  expect(answer.headers).toEqual([
    ["Location", "/x"],
    ["X-Dup", "a"],
    ["x-dup", "b"],
    ["X-Latin", "é"],
    ["Content-Length", "3"],
  ]);
  expect([...answer.body]).toEqual([0xff, 0, 0x78]);
  expect(server.requests).toHaveLength(1);
});

test.each(["//a/../b/./c", "/%2f%2F%41?x=%20&x=&&y", "/a;b@c:d/e~'()*!$,", "/caf\u00e9"])(
  "the request path %s is joined to the base path as given",
  async (path) => {
    const { server, transport } = await targetOf(answersOk, "/base/../v%31/");
    await transport.send(post(path));
    expect(server.requests[0]?.text.split(" HTTP/1.1")[0]).toBe(`POST /base/../v%31${path}`);
  },
);

test("a lane keeps its connection, another lane has its own", async () => {
  const { server, transport } = await targetOf(answersOk);
  for (const lane of [undefined, "main", "race", "main", "race"]) await transport.send(post("/", lane));
  expect(server.requests.map(({ connection }) => connection)).toEqual([0, 0, 1, 0, 1]);
});

test("requests of one lane wait for each other, those of different lanes do not", async () => {
  const waiting: (() => void)[] = [];
  const { server, transport } = await targetOf((socket) => {
    waiting.push(() => socket.write(answerText("{}")));
    if (waiting.length === 2) for (const answer of waiting) answer();
    if (waiting.length > 2) socket.write(answerText("{}"));
  });
  const sent = [post("/1"), post("/2"), post("/3", "other")].map((request) => transport.send(request));
  await Promise.all(sent);
  const order = server.requests.map(({ text }) => text.slice(5, 7));
  expect(order.slice(0, 2).toSorted()).toEqual(["/1", "/3"]);
  expect(order[2]).toBe("/2");
});

test("a request that HTTP cannot express is our own defect, and the lane goes on", async () => {
  const { transport } = await targetOf(answersOk);
  const broken = transport.send({ ...post("/"), headers: [["X-A", "line\r\nbreak"]] });
  await expect(broken).rejects.toMatchObject({ code: "UND_ERR_INVALID_ARG" });
  expect((await transport.send(post("/"))).status).toBe(200);
});

test("close ends what is under way and what waits, leaves no connection, and refuses more", async () => {
  const arrived = Promise.withResolvers<void>();
  const { server, transport } = await targetOf(() => arrived.resolve());
  const ends = [transport.send(post("/1")), transport.send(post("/2"))].map((sent) =>
    sent.catch((error: unknown) => String(error)),
  );
  await arrived.promise;
  await transport.close();
  const closed = "Error: Cannot finish the request: the transport is closed";
  expect(await Promise.all(ends)).toEqual([closed, closed]);
  await expect.poll(() => server.openConnections()).toBe(0);
  await expect(transport.send(post("/"))).rejects.toThrow("the transport is closed");
  expect(server.requests).toHaveLength(1);
});
