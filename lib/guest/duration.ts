import { politeRate } from "../session/polite-rate.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";

/** Requests and waits whose time is to be estimated. */
export interface EstimatedRequests {
  readonly requests: number;
  /** Those of the busiest lane, one after the other. Default: all. */
  readonly inTurn?: number;
  readonly latencyMs: number;
  /** Waits on purpose. Default: none. */
  readonly waitSeconds?: number;
}

/** Estimates the time of some requests and waits, in milliseconds. The slower of the answers and the rate decides. */
export function durationOf(
  profile: Pick<Profile, "baseUrl" | "limits">,
  { requests, inTurn = requests, latencyMs, waitSeconds = 0 }: EstimatedRequests,
): number {
  const rate = politeRate(profile);
  const ofRequests = Math.max(inTurn * latencyMs, rate === undefined ? 0 : (requests * 1_000) / rate);
  return ofRequests + waitSeconds * 1_000;
}

/** `40 s`, `5 min`, `2.2 h` */
export function durationText(ms: number): string {
  if (ms < 90_000) return `${Math.max(Math.ceil(ms / 1_000), 1)} s`;
  return ms < 5_400_000 ? `${Math.ceil(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}
