import { expect, test } from "vitest";
import { rateLimiter } from "./rate-limiter.ts";
import { buildSendLayers } from "./send-layers.ts";
import type { WireAnswer } from "./transport.ts";

const NEVER = Number.POSITIVE_INFINITY;
/** Stands for a code that the run has only taken for that of a limit. */
const SUPPOSED = 418;
const OK: WireAnswer = { status: 200, headers: [], body: Buffer.from("{}") };

function throttled(retryAfter?: string): WireAnswer {
  const headers = retryAfter === undefined ? [] : [["Retry-After", retryAfter] as const];
  return { status: 429, headers, body: Buffer.from("") };
}

const make = async () => ({ method: "POST", path: "/", headers: [] });

/** Sends to a target that plays a script, the last line of it for ever. Time is what is slept. */
function scripted(script: readonly WireAnswer[], deadlineAt = NEVER) {
  const slept: number[] = [];
  let sent = 0;
  let now = 0;
  let isSupposed = true;
  const { send, waits } = buildSendLayers({
    transport: {
      send: async () => script[Math.min((sent += 1), script.length) - 1] ?? OK,
      close: async () => undefined,
    },
    limiter: rateLimiter({
      requestsPerSecond: undefined,
      clock: () => now,
      sleep: async (ms) => void (now += ms),
    }),
    retries: 2,
    maxRequests: NEVER,
    maxWithoutAnswer: 3,
    maxLostMs: 60_000,
    deadlineAt,
    now: () => now,
    sleep: async (ms) => {
      now += ms;
      slept.push(ms);
    },
    isThrottled: ({ status }) => status === 429 || (isSupposed && status === SUPPOSED),
    forgets: ({ status }) => status === SUPPOSED && !(isSupposed = false),
    isOfGateway: () => false,
    askedPauseMs: ({ headers: [header] }) => (header === undefined ? undefined : Number(header[1]) * 1_000),
  });
  const sendTo = async (place: string) => send({ label: "token", make, record: () => 1, place });
  /** Sends so many requests, or until one is not sent. */
  const sends = async (times: number, lasting = false) => {
    for (let time = 0; time < times; time += 1)
      await send({ label: "query", make, record: () => 1, lasting });
  };
  return { sends, sendTo, waits, slept };
}

test("Retry-After 100 is waited for 60 s at a time", async () => {
  const { sends, slept } = scripted([throttled("100"), throttled("100"), OK]);
  await sends(1);
  expect(slept).toEqual([60_000, 60_000]);
});

test("an answer that the run takes for a rate limit counts as an answer after 12 requests in a row", async () => {
  const { sends, slept } = scripted([{ ...OK, status: SUPPOSED }]);
  await sends(3);
  expect(slept).toHaveLength(11);
});

test("a wait that the target asks of one request holds for those of other lanes, and counts once", async () => {
  const { sends, waits, slept } = scripted([throttled("2"), OK]);
  const first = sends(1);
  await Promise.resolve();
  await Promise.all([first, sends(1), sends(1)]);
  expect({ slept, waited: waits.ms("asked") }).toEqual({ slept: [2_000], waited: 2_000 });
});

test("requests that are each throttled once end after 10 minutes of waiting, with the sum", async () => {
  const script = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? throttled("10") : OK));
  const { sends, waits } = scripted(script);
  const sentence = /has waited \d+ s because the target asked for it.*waits 600 s at most/;
  await expect(sends(NEVER)).rejects.toThrow(sentence);
  await expect(sends(1)).rejects.toThrow(sentence);
  expect(waits.ms("asked")).toBeLessThan(610_000);
});

test("a wait that is too long ends the requests to one endpoint, and no others", async () => {
  const { sends, sendTo } = scripted([OK, throttled("900"), OK]);
  await sendTo("https://login.example/token");
  const refused = "after 1 requests of this run, https://login.example/token asks to wait 900 s";
  await expect(sendTo("https://login.example/token")).rejects.toThrow(refused);
  await expect(sendTo("https://login.example/token")).rejects.toThrow(refused);
  await sendTo("https://login.example/authorize");
  await sends(1);
});

test("where the time of the run is given, it is what bounds that waiting", async () => {
  const script = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? throttled("10") : OK));
  const { sends, waits } = scripted(script, 3_600_000);
  await sends(90);
  expect(waits.ms("asked")).toBeGreaterThan(610_000);
});

test("a distance between requests that throttling has made longer is waiting that the target asked for", async () => {
  const { sends, waits, slept } = scripted([throttled(), OK, throttled(), OK]);
  await sends(4);
  expect(waits.ms("asked")).toBeGreaterThan(slept.reduce((sum, ms) => sum + ms));
});

test("a request with a permanent effect first waits as long as the target asked for last", async () => {
  const { sends, slept } = scripted([OK, throttled("2"), OK]);
  await sends(1, true);
  expect(slept).toEqual([]);
  await sends(1);
  await sends(1, true);
  expect(slept).toEqual([2_000, 2_000]);
});
