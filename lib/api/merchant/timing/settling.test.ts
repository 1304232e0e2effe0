import { expect, test } from "vitest";
import { timeToSettle } from "./settling.ts";

/** A target that disables a webhook so many milliseconds after its register. */
function target(fallsAfterMs: number, { accepts = true } = {}) {
  let now = 0;
  let registeredAt = 0;
  return {
    clock: { now: () => now, wait: async (ms: number) => void (now += ms) },
    probe: {
      register: async () => {
        registeredAt = now;
        return accepts;
      },
      isEnabled: async () => now - registeredAt < fallsAfterMs,
    },
  };
}

test("a webhook that falls soon after each register is waited for, with a margin", async () => {
  const { probe, clock } = target(60);
  expect(await timeToSettle(probe, clock)).toBe(160);
});

test.each([
  ["stays enabled", target(Infinity)],
  ["falls later", target(600)],
  ["is never enabled", target(0)],
  ["cannot be registered", target(60, { accepts: false })],
])("a webhook that %s is not waited for", async (_what, { probe, clock }) => {
  expect(await timeToSettle(probe, clock)).toBe(0);
});

test("a webhook that falls by the first query after its register is not waited for", async () => {
  const { probe, clock } = target(Infinity);
  let queries = 0;
  const byQueries = {
    register: async () => ((queries = 0), probe.register()),
    isEnabled: async () => (queries += 1) === 1,
  };
  expect(await timeToSettle(byQueries, clock)).toBe(0);
});
