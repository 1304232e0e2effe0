import type { Clock } from "../../lib/session/session-setup.ts";

const START = Date.UTC(2026, 0, 2, 3, 4, 5);

/**
 * Time that passes only when it is read, or when all that goes on waits for it: then it is the time of
 * whoever waits for the shortest.
 */
export function virtualClock(): Clock {
  let now = START;
  let sleepers: readonly { readonly until: number; readonly wake: () => void }[] = [];

  function wakeNext(): void {
    const [next, ...others] = sleepers;
    if (next === undefined) return;
    sleepers = others;
    now = Math.max(now, next.until);
    next.wake();
    if (others.length > 0) setImmediate(wakeNext);
  }

  return {
    now: () => (now += 1),
    sleep: async (ms) =>
      new Promise((wake) => {
        if (sleepers.length === 0) setImmediate(wakeNext);
        sleepers = [...sleepers, { until: now + ms, wake }].toSorted((a, b) => a.until - b.until);
      }),
  };
}
