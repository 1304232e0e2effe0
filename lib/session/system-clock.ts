import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "./session-setup.ts";

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  sleep: async (ms) => sleep(ms),
  ticks: performance.now.bind(performance),
};
