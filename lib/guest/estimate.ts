import { politeRate } from "../session/polite-rate.ts";
import { durationOf, durationText } from "./duration.ts";
import type { Visit } from "./visit.ts";

/** The estimate does not mention shorter waits. */
const TELLING_SECONDS = 5;

/** Facts about a run before its first check. */
export interface EstimatedRun {
  readonly requests: number;
  /** Those of the busiest lane, one after the other. Default: all. */
  readonly inTurn?: number;
  readonly lanes?: number;
  readonly isEverything: boolean;
  /** Waits for deliveries. Default: none. */
  readonly waitSeconds?: number;
}

/** Estimates the load of a run, in a sentence or two. */
export function estimateOf(
  { setup, latencyMs }: Pick<Visit, "setup" | "latencyMs">,
  { requests, inTurn = requests, lanes = 1, isEverything, waitSeconds = 0 }: EstimatedRun,
): string {
  const { profile, depth } = setup;
  const what = isEverything ? "everything" : "what was selected";
  const rate = politeRate(profile);
  const durationMs = durationOf(profile, { requests, inTurn, latencyMs, waitSeconds });
  const pace = rate === undefined ? "" : `, ${rate} per second at most`;
  const where = lanes === 1 ? "" : `, in ${lanes} lanes`;
  const waiting =
    waitSeconds < TELLING_SECONDS
      ? ""
      : `, of which ${durationText(waitSeconds * 1_000)} are waits for deliveries`;
  const cost = `About ${requests} requests for ${what} at depth ${depth}${where}${pace}: about ${durationText(durationMs)}${waiting}.`;
  const { maxRequests, maxTimeSeconds } = profile.limits;
  if (requests > maxRequests)
    return `${cost} limits.maxRequests leaves ${maxRequests}: not everything can be checked.`;
  if (maxTimeSeconds !== null && durationMs > maxTimeSeconds * 1_000) {
    return `${cost} limits.maxTimeSeconds is ${maxTimeSeconds}: not everything can be checked.`;
  }
  return cost;
}
