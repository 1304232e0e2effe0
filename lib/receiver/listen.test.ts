import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Agent, request } from "undici";
import { listen, type ListenOptions } from "./listen.ts";
import { MAX_BODY_BYTES } from "./taking-in.ts";
import type { Receiver } from "./receiver.ts";

const agent = new Agent({ connect: { rejectUnauthorized: false }, allowH2: false });
let receiver: Receiver | undefined;

afterEach(async () => receiver?.close());

async function listening(options: Partial<ListenOptions> = {}): Promise<Receiver> {
  receiver = await listen({ host: "127.0.0.1", port: 0, tls: "none", ...options });
  return receiver;
}

async function post(url: string, body: string | Uint8Array = "{}") {
  const { statusCode, body: answer } = await request(url, { dispatcher: agent, method: "POST", body });
  return { status: statusCode, text: await answer.text() };
}

test("keeps a request as it was sent, and answers 200 with an empty object", async () => {
  const { url, arrivals } = await listening();
  const target = "/Hook/a%2Fb;x=1//?Q=%20&q";
  await request(`${url}${target}`, {
    method: "POST",
    headers: ["X-One", "1", "x-one", "2"],
    body: Buffer.from([0, 255, 10]),
  });
  const [arrival] = arrivals;
  expect(arrival).toMatchObject({ number: 1, method: "POST", target, isCut: false, tls: undefined });
  expect(arrival?.headers.filter(([name]) => /x-one/i.test(name))).toEqual([
    ["X-One", "1"],
    ["x-one", "2"],
  ]);
  expect([...(arrival?.body ?? [])]).toEqual([0, 255, 10]);
  expect(await post(url)).toEqual({ status: 200, text: "{}" });
});

test("speaks https with a certificate of its own, and notes the version of TLS", async () => {
  const { url, arrivals } = await listening({ tls: "generated" });
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  await post(`${url}/x`);
  expect(arrivals[0]?.tls).toBe("TLSv1.3");
});

test("counts who goes before a request: who does not trust its certificate", async () => {
  const receiving = await listening({ tls: "generated" });
  await post(receiving.url);
  const trusting = new Agent();
  const asked = trusting.request({ origin: receiving.url, path: "/", method: "POST", body: "{}" });
  await expect(asked).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  await expect.poll(() => receiving.brokenOff()).toBe(1);
  expect(receiving).toMatchObject({ isSelfSigned: true, arrivals: [expect.anything()] });
  await trusting.close();
});

test("accepts unencrypted requests to its https port, and reports them", async () => {
  const { url, arrivals } = await listening({ tls: "generated" });
  expect(await post(url.replace("https:", "http:"))).toEqual({ status: 200, text: "{}" });
  await post(url);
  expect(arrivals.map(({ tls }) => tls)).toEqual([undefined, "TLSv1.3"]);
});

test("answers by the plan of a token, each in turn and the last one again, wherever the token stands", async () => {
  const { url, plan } = await listening();
  await plan("tok7", [{ status: 503 }, { status: 500, body: "no" }, { status: 204 }]);
  const statuses: number[] = [];
  for (const target of ["/tok7", "/x?t=TOK7", "/tok7/y", "/tok7"])
    statuses.push((await post(url + target)).status);
  expect(statuses).toEqual([503, 500, 204, 204]);
  expect((await post(`${url}/other`)).status).toBe(200);
});

test.each([
  ["close", "none", "UND_ERR_SOCKET"],
  ["close-within", "none", "UND_ERR_SOCKET"],
  ["reset", "none", "ECONNRESET"],
  ["close", "generated", "UND_ERR_SOCKET"],
  ["reset", "generated", "ECONNRESET"],
] as const)("an answer that is to %s breaks the connection, with TLS %s", async (ending, tls, code) => {
  const { url, plan, arrivals } = await listening({ tls });
  await plan("tok7", [{ status: 200, body: "{}", ending }]);
  await expect(post(`${url}/tok7`)).rejects.toMatchObject({ code });
  expect(arrivals).toHaveLength(1);
});

test("an answer that hangs ends with the receiver", async () => {
  const { url, plan, close } = await listening();
  await plan("tok7", [{ status: 200, ending: "hang" }]);
  const failure = post(`${url}/tok7`).catch((error: unknown) => error);
  const { status } = await post(`${url}/other`);
  await close();
  receiver = undefined;
  expect(await failure).toMatchObject({ code: "UND_ERR_SOCKET" });
  expect(status).toBe(200);
});

test("reads 1 MiB of a body, and no more", async () => {
  const { url, arrivals } = await listening();
  await post(url, Buffer.alloc(MAX_BODY_BYTES));
  await post(url, Buffer.alloc(MAX_BODY_BYTES + 1)).catch(() => undefined);
  expect(arrivals.map(({ body, isCut, isUnfinished }) => [body.length, isCut, isUnfinished])).toEqual([
    [MAX_BODY_BYTES, false, undefined],
    [MAX_BODY_BYTES, true, undefined],
  ]);
});

test("keeps what came of a body that its sender does not end", async () => {
  const { url, arrivals } = await listening();
  const { hostname, port } = new URL(url);
  connect(Number(port), hostname).end("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{}");
  const kept = () => arrivals.map(({ body, isCut, isUnfinished }) => [body.length, isCut, isUnfinished]);
  await expect.poll(kept).toEqual([[2, true, true]]);
});

test("stands for its public URL", async () => {
  const { url } = await listening({ publicUrl: "https://hooks.issuer.example/base/" });
  expect(url).toBe("https://hooks.issuer.example/base");
});
