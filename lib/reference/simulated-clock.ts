import type { Call } from "./call.ts";
import type { Store } from "./store.ts";

const HOUR = 3_600_000_000_000n;
const DAY = 24n * HOUR;
const BEHIND = 3n * HOUR;
const PACE = 60n;

/** The first moment that a reference showed. */
const firstOf = new WeakMap<Store, bigint>();

/** The time that a simulated clock shows at a moment; both in nanoseconds since the epoch. */
export function simulated({ choices, store }: Pick<Call, "choices" | "store">, moment: bigint): bigint {
  const first = firstOf.get(store) ?? moment;
  firstOf.set(store, first);
  return {
    none: moment,
    "stands-still": first - BEHIND,
    "stands-still-with-date": first - BEHIND,
    "sixty-times-as-fast": first - BEHIND + (moment - first) * PACE,
    "a-day-behind": moment - DAY,
  }[choices.simulatedClock];
}
