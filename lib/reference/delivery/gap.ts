import { createHash } from "node:crypto";
import type { Choices } from "../choices.ts";
import type { DeliveryEvent } from "./delivery-event.ts";

const HOUR_MS = 3_600_000;
/** Who retries more often takes its time. */
const BRISK_RETRIES = 20;

const meant: Readonly<Record<Choices["retryGaps"], (retry: number) => number>> = {
  "20-ms": () => 20,
  "doubling-from-50-ms": (retry) => 50 * 2 ** (retry - 1),
  "one-hour": () => HOUR_MS,
  "doubling-from-2-s": (retry) => 2_000 * 2 ** (retry - 1),
  "fivefold-from-2-s": (retry) => 2_000 * 5 ** (retry - 1),
  "up-and-down": (retry) => (retry % 2 === 1 ? 30_000 : 2_000),
};

const parts: Readonly<Record<Choices["retryJitter"], readonly [least: number, most: number]>> = {
  none: [1, 1],
  "20-percent": [0.8, 1.2],
  full: [0, 1],
};

/** The pause before a retry of an event, in milliseconds; the first retry has number 1. */
export function gapMs({ retryGaps, retryJitter }: Choices, { number }: DeliveryEvent, retry: number): number {
  if (retry > BRISK_RETRIES) return HOUR_MS;
  const [least, most] = parts[retryJitter];
  const [byte = 0] = createHash("sha256").update(`${number} ${retry}`).digest();
  return Math.round(meant[retryGaps](retry) * (least + (byte / 255) * (most - least)));
}
