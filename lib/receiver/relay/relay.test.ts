import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { Agent } from "undici";
import type { Front } from "../front.ts";
import type { Receiver } from "../receiver.ts";
import { httpRelay } from "./http-relay.ts";
import { relayReceiver } from "./relay-receiver.ts";
import { type RelayOptions, serveRelay } from "./serve-relay.ts";

const TOKEN = "token-of-the-relay-7f3a9c21";
const PLANNED = "Planned0123456789";
const agent = new Agent();
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function relayed(options: Partial<RelayOptions> = {}): Promise<Front> {
  const front = await serveRelay({
    host: "127.0.0.1",
    port: 0,
    tls: "none",
    token: TOKEN,
    publicUrl: null,
    expireMs: 60_000,
    version: "1.2.3",
    ...options,
  });
  open.push(front);
  return front;
}

async function receiverAt(url: string, token = TOKEN): Promise<Receiver> {
  const receiver = await relayReceiver(httpRelay({ url, token }), {
    acknowledge: undefined,
    echo: undefined,
    now: Date.now,
    ticks: () => performance.now(),
    sleep: async (ms) => sleep(Math.min(ms, 20)),
  });
  open.push(receiver);
  return receiver;
}

async function post(url: string, body: string | Uint8Array = "{}", headers: string[] = []): Promise<number> {
  const { origin } = new URL(url);
  const path = url.slice(origin.length);
  const answer = await agent.request({ origin, path, method: "POST", body, headers, reset: true });
  await answer.body.dump();
  return answer.statusCode;
}

/** Asks the control interface about a session. */
async function ask(
  { url }: Front,
  method: "GET" | "PUT" | "DELETE",
  path: string,
  { body, token = TOKEN }: { readonly body?: string; readonly token?: string } = {},
): Promise<number> {
  const { statusCode } = await agent.request({
    origin: url,
    path: `/_relay/sessions/${path}`,
    method,
    headers: { authorization: `Bearer ${token}` },
    reset: true,
    ...(body !== undefined && { body }),
  });
  return statusCode;
}

function seen({ arrivals }: Receiver) {
  return arrivals.map(({ target, body, isCut }) => [
    target.split("/").at(-1),
    Buffer.from(body).toString(),
    isCut,
  ]);
}

test("requests to a relay are known here as on the wire, by the local clock, and answered as planned", async () => {
  const { url, arrivals, plan } = await receiverAt((await relayed()).url);
  await plan(PLANNED, [{ status: 503 }, { status: 204 }]);
  const before = performance.now();
  const target = `${url}/In%2FOut;v=1/${PLANNED}?q=%20`;
  expect(await post(target, Buffer.from([0, 255, 10]), ["X-One", "1", "x-one", "2"])).toBe(503);
  expect(await post(target)).toBe(204);
  await expect.poll(() => arrivals.length).toBe(2);
  const [arrival] = arrivals;
  expect(arrival).toMatchObject({
    number: 1,
    method: "POST",
    target: target.slice(new URL(url).origin.length),
  });
  expect([...(arrival?.body ?? [])]).toEqual([0, 255, 10]);
  expect(arrival?.headers.filter(([name]) => /x-one/i.test(name))).toEqual([
    ["X-One", "1"],
    ["x-one", "2"],
  ]);
  expect((arrival?.ticks ?? 0) - before).toBeLessThan(2_000);
  expect((arrival?.ticks ?? 0) - before).toBeGreaterThan(-200);
});

test("a handshake is answered at the relay, and no arrival", async () => {
  const receiver = await receiverAt((await relayed()).url);
  const { origin, pathname } = new URL(receiver.url);
  const { body } = await agent.request({
    origin,
    path: `${pathname}/x?hub.challenge=c7`,
    method: "GET",
    reset: true,
  });
  expect(await body.text()).toBe("c7");
  await receiver.catchUp();
  expect([receiver.arrivals.length, receiver.handshakes.length]).toEqual([0, 1]);
});

test("a broken connection stays one, and a hanging poll is answered as soon as something comes", async () => {
  const { url, arrivals, plan } = await receiverAt((await relayed()).url);
  await plan(PLANNED, [{ status: 200, ending: "reset" }]);
  await sleep(50);
  await expect(post(`${url}/${PLANNED}`)).rejects.toMatchObject({ code: "ECONNRESET" });
  await expect.poll(() => arrivals.length, { timeout: 1_000 }).toBe(1);
});

test("a run sees its own requests, and of a request without a run only time and method", async () => {
  const front = await relayed();
  const [one, other] = [await receiverAt(front.url), await receiverAt(front.url)];
  await post(`${one.url}/a`, "own");
  await post(`${front.url}/astray?pan=4111111111111111`, "4111111111111111", ["authorization", "Bearer t"]);
  await Promise.all([one.catchUp(), other.catchUp()]);
  expect(seen(one)).toEqual([["a", "own", false]]);
  expect(seen(other)).toEqual([]);
  expect([...one.strays, ...other.strays]).toEqual([
    { method: "POST", at: expect.any(Number) },
    { method: "POST", at: expect.any(Number) },
  ]);
});

test("one that is gone is a lapse, and no error", async () => {
  const front = await relayed();
  const receiver = await receiverAt(front.url);
  open.splice(open.indexOf(front), 1);
  await front.close();
  await receiver.plan(PLANNED, [{ status: 200 }]);
  expect(receiver.lapses).toEqual([
    expect.stringMatching(/^The relay at http:\/\/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)$/),
  ]);
});

test("a run that asks no more is forgotten, and a closed one at once", async () => {
  const front = await relayed({ expireMs: 0 });
  const id = "0123456789abcdef";
  expect(await ask(front, "PUT", id, { body: "{}" })).toBe(200);
  await sleep(5);
  await post(`${front.url}/x`);
  expect(await ask(front, "GET", `${id}/arrivals`)).toBe(404);
  expect(await ask(front, "PUT", id, { body: "{}" })).toBe(200);
  expect(await ask(front, "DELETE", id)).toBe(200);
  expect(await ask(front, "GET", `${id}/arrivals`)).toBe(404);
});

test("nothing is answered without the token, and an invalid plan is rejected", async () => {
  const front = await relayed();
  const id = "0123456789abcdef";
  expect(await ask(front, "PUT", id, { body: "{}", token: "wrong" })).toBe(401);
  expect(await ask(front, "PUT", id, { body: "{" })).toBe(400);
  expect(await ask(front, "PUT", id, { body: "{}" })).toBe(200);
  for (const plan of [
    "[]",
    '[{"status":99}]',
    '[{"status":200,"headers":{"a":"b\\r\\nc"}}]',
    "x".repeat(300_000),
  ])
    expect(await ask(front, "PUT", `${id}/plans/${PLANNED}`, { body: plan })).toBe(400);
  expect(await ask(front, "PUT", `${id}/plans/short`, { body: '[{"status":200}]' })).toBe(400);
});

test("it has room for twenty runs", async () => {
  const { url } = await relayed();
  for (let run = 0; run < 20; run += 1) await receiverAt(url);
  await expect(receiverAt(url)).rejects.toMatchObject({
    field: "url",
    message: expect.stringContaining("has no room"),
  });
});

test("a relay that rejects the token, is unreachable, or is another server gets its own message", async () => {
  const { url } = await relayed();
  await expect(receiverAt(url, "wrong")).rejects.toMatchObject({ field: "token" });
  await expect(receiverAt("http://127.0.0.1:1")).rejects.toThrow(
    "The relay at http://127.0.0.1:1 cannot be reached (ECONNREFUSED).",
  );
  await expect(receiverAt(`${url}/elsewhere`)).rejects.toThrow(/is not a relay, or has another version/);
});
