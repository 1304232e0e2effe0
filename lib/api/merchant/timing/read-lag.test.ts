import { expect, test } from "vitest";
import { testAnswer } from "../../exchange/testing/test-answer.ts";
import type { Configuration } from "../configuration.ts";
import { queryDraft } from "../../request/draft.ts";
import { ReadLag } from "./read-lag.ts";

const OURS = "https://callback.example/ours";
const BEFORE = "https://callback.example/before";
const LIMIT_MS = 2_000;

const isOurs = (one: Configuration | undefined) => one?.callbackUrl === OURS;

const showing = (callbackUrl: string) => testAnswer(queryDraft(), { code: 0, data: { callbackUrl } });

/** Measures a target that shows these URLs, one query after the other; the last one for ever. */
async function measured(...urls: readonly string[]) {
  let now = 0;
  let peeks = 0;
  const lag = new ReadLag({ now: () => now, wait: async (ms) => void (now += ms) }, LIMIT_MS);
  const peek = async () => showing(urls[Math.min((peeks += 1), urls.length) - 1] ?? "");
  await lag.learn(0, isOurs, peek);
  return { lagMs: lag.ms, peeks };
}

test.each([
  { what: "a write that is seen at once when it is looked for", urls: [OURS], lagMs: 1, peeks: 12 },
  { what: "a write that is seen after a while", urls: [BEFORE, BEFORE, OURS], lagMs: 70, peeks: 14 },
  {
    what: "a write that one node of two shows late",
    urls: [OURS, BEFORE, OURS, BEFORE, OURS],
    lagMs: 70,
    peeks: 16,
  },
  { what: "a write that is never seen", urls: [BEFORE], lagMs: 0, peeks: 18 },
])("$what", async ({ urls, lagMs, peeks }) => {
  expect(await measured(...urls)).toEqual({ lagMs, peeks });
});

test("a lag is measured twice at most, and not long after a write", async () => {
  const lag = new ReadLag({ now: () => 0, wait: async () => undefined }, LIMIT_MS);
  const learn = async (writtenAt: number) => lag.learn(writtenAt, isOurs, async () => showing(OURS));
  const asked = [await learn(-LIMIT_MS - 1), await learn(0), await learn(0), await learn(0)];
  expect(asked).toEqual([false, true, true, false]);
});

test("a query waits for some more than the lag since the last write, until the run has waited long enough", async () => {
  let now = 0;
  const wait = async (ms: number) => void (now += ms);
  const lag = new ReadLag({ now: () => now, wait }, LIMIT_MS);
  const urls = [BEFORE, OURS];
  await lag.learn(0, isOurs, async () => showing(urls.shift() ?? OURS));
  expect(lag.ms).toBe(20);
  const writtenAt = now;
  now += 25;
  await lag.awaitWrite(writtenAt);
  expect(now - writtenAt).toBe(30);
  await lag.awaitWrite(writtenAt);
  expect(now - writtenAt).toBe(30);
  const waitOften = async () => {
    for (let write = 0; write < 30_000; write += 1) await lag.awaitWrite(now);
  };
  await expect(waitOften()).rejects.toThrow("Not checked: Query shows a write only");
});

test("a clock that was set back makes no query wait", async () => {
  let now = 400_000;
  let waitedMs = 0;
  const lag = new ReadLag({ now: () => now, wait: async (ms) => void (waitedMs += ms) }, LIMIT_MS);
  now = 0;
  await lag.awaitWrite(400_000);
  expect(waitedMs).toBe(0);
});
