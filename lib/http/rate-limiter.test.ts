import { expect, test } from "vitest";
import { rateLimiter } from "./rate-limiter.ts";

/** A clock that only `sleep` moves, by the time asked for plus `lateMs`, or less than asked with a negative one. */
function fakeTime(lateMs: (sleepNumber: number) => number = () => 0) {
  const time = { now: 1_000, sleeps: 0 };
  return {
    time,
    clock: () => time.now,
    sleep: async (ms: number) => {
      time.now += Math.max(0.25, ms + lateMs(time.sleeps++));
    },
  };
}

async function timesOf(count: number, limiter: { take(): Promise<unknown> }, clock: () => number) {
  const start = clock();
  const times = Array.from({ length: count }, () => limiter.take().then(() => clock() - start));
  return Promise.all(times);
}

test("requests are evenly spaced, the first goes at once", async () => {
  const { clock, sleep } = fakeTime();
  const limiter = rateLimiter({ requestsPerSecond: 4, clock, sleep });
  expect(await timesOf(5, limiter, clock)).toEqual([0, 250, 500, 750, 1_000]);
});

test("the first keeps its distance from one that went out before", async () => {
  const { time, clock, sleep } = fakeTime();
  const limiter = rateLimiter({ requestsPerSecond: 4, clock, sleep, lastAt: time.now - 50 });
  expect(await timesOf(2, limiter, clock)).toEqual([200, 450]);
});

test("idle time is not saved up for a burst", async () => {
  const { time, clock, sleep } = fakeTime();
  const limiter = rateLimiter({ requestsPerSecond: 10, clock, sleep });
  await limiter.take();
  time.now += 60_000;
  expect(await timesOf(3, limiter, clock)).toEqual([0, 100, 200]);
});

test.each([1, 3, 7, 50, 999])("no second holds more than %i requests, however timers fire", async (rate) => {
  const { clock, sleep } = fakeTime((sleepNumber) => [0, 13, -1, -0.5, 40][sleepNumber % 5] ?? 0);
  const limiter = rateLimiter({ requestsPerSecond: rate, clock, sleep });
  const times = await timesOf(3 * rate, limiter, clock);
  const fullest = times.map((from) => times.filter((at) => at >= from && at < from + 999.999).length);
  expect(Math.max(...fullest)).toBeLessThanOrEqual(rate);
});

test("slowing down multiplies", async () => {
  const { clock, sleep } = fakeTime();
  const limiter = rateLimiter({ requestsPerSecond: 10, clock, sleep });
  limiter.slowDown(2);
  limiter.slowDown(1.5);
  expect(await timesOf(3, limiter, clock)).toEqual([0, 300, 600]);
});

test("speeding up leads back to the first pace, and no further", async () => {
  const { clock, sleep } = fakeTime();
  const limiter = rateLimiter({ requestsPerSecond: 10, clock, sleep });
  limiter.slowDown(4);
  limiter.speedUp(2);
  expect(await timesOf(2, limiter, clock)).toEqual([0, 200]);
  limiter.speedUp(2);
  limiter.speedUp(2);
  expect(await timesOf(2, limiter, clock)).toEqual([100, 200]);
});

test("without a limit nothing waits, until slowed down", async () => {
  const { time, clock, sleep } = fakeTime();
  const limiter = rateLimiter({ requestsPerSecond: undefined, clock, sleep });
  await timesOf(100, limiter, clock);
  expect(time.sleeps).toBe(0);
  limiter.slowDown(2);
  expect(await timesOf(3, limiter, clock)).toEqual([50, 100, 150]);
});

test("an impossible rate or factor is refused", () => {
  expect(() => rateLimiter({ requestsPerSecond: 0 })).toThrow("requestsPerSecond is 0, not above 0");
  expect(() => rateLimiter({ requestsPerSecond: Number.NaN })).toThrow(RangeError);
  expect(() => rateLimiter({ requestsPerSecond: 1 }).slowDown(0.5)).toThrow("the factor is 0.5, below 1");
  expect(() => rateLimiter({ requestsPerSecond: 1 }).speedUp(0.5)).toThrow("the factor is 0.5, below 1");
});
