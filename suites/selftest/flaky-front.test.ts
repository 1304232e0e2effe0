import { expect, test } from "vitest";
import { BEFORE, pass } from "./weather.ts";

const WEATHER = {
  gatewayShare: 0.02,
  resetShare: 0.01,
  answersPerConnection: 10,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  throttleShare: 0.005,
  latencyMs: 1,
  spikeShare: 0.01,
  spikeMs: 60,
};

test.concurrent.each([2, 5])(
  "bad weather, seed %i: the target does not fail, and everything is restored",
  async (seed) => {
    const { failed, verdict, faults, after, restored } = await pass(WEATHER, seed, 1_000);
    expect(failed).toEqual([]);
    expect(["conformant-partial", "incomplete"]).toContain(verdict);
    expect(restored.map(({ outcome }) => outcome)).toEqual(["restored", "restored"]);
    expect(after).toEqual([BEFORE, BEFORE]);
    expect(Object.values(faults).reduce((sum, times) => sum + times)).toBeGreaterThan(30);
  },
);

test.concurrent("an outage that lasts: no check fails, the run sends no more than it must, and restores when it is over", async () => {
  const { failed, verdict, counts, restored, after } = await pass(
    { ...WEATHER, outage: [150, 222] },
    2,
    1_000,
  );
  expect(failed).toEqual([]);
  expect(verdict).toBe("incomplete");
  expect(counts.sent).toBeLessThan(222);
  expect(restored.map(({ outcome }) => outcome)).toEqual(["restored", "restored"]);
  expect(after).toEqual([BEFORE, BEFORE]);
});
