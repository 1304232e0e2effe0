import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "./session-setup.ts";

/** The clock of this machine. */
export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  sleep: async (ms) => sleep(ms),
  ticks: performance.now.bind(performance),
};

/** The target's clock, as far as it is known. */
export interface TargetClock {
  /** The clock of this machine, in milliseconds since 1970. */
  readonly now: () => number;
  /** How far the target's clock is ahead of it. */
  offsetMs: number;
}
