import { politeRate } from "../session/polite-rate.ts";
import { durationOf, durationText } from "./duration.ts";
import type { Visit } from "./visit.ts";

/** Facts about a run before its first check. */
export interface EstimatedRun {
  readonly requests: number;
  /** Those of the busiest lane, one after the other. Default: all. */
  readonly inTurn?: number;
  readonly lanes?: number;
  readonly isEverything: boolean;
}

/** Estimates the load of a run, in a sentence or two. */
export function estimateOf(
  { setup, latencyMs }: Pick<Visit, "setup" | "latencyMs">,
  { requests, inTurn = requests, lanes = 1, isEverything }: EstimatedRun,
): string {
  const { profile, depth } = setup;
  const what = isEverything ? "everything" : "what was selected";
  const rate = politeRate(profile);
  const durationMs = durationOf(profile, { requests, inTurn, latencyMs });
  const pace = rate === undefined ? "" : `, ${rate} per second at most`;
  const where = lanes === 1 ? "" : `, in ${lanes} lanes`;
  const cost = `About ${requests} requests for ${what} at depth ${depth}${where}${pace}: about ${durationText(durationMs)}.`;
  const { maxRequests, maxTimeSeconds } = profile.limits;
  if (requests > maxRequests)
    return `${cost} limits.maxRequests leaves ${maxRequests}: not everything can be checked.`;
  if (maxTimeSeconds !== null && durationMs > maxTimeSeconds * 1_000) {
    return `${cost} limits.maxTimeSeconds is ${maxTimeSeconds}: not everything can be checked.`;
  }
  return cost;
}
