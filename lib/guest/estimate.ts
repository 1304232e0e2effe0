import { politeRate } from "../session/polite-rate.ts";
import { durationOf, durationText } from "./duration.ts";
import type { Visit } from "./visit.ts";

/** Estimates the load of a run, in a sentence or two. */
export function estimateOf(
  { setup, latencyMs }: Pick<Visit, "setup" | "latencyMs">,
  { requests, isEverything }: { readonly requests: number; readonly isEverything: boolean },
): string {
  const { profile, depth } = setup;
  const what = isEverything ? "everything" : "what was selected";
  const rate = politeRate(profile);
  const durationMs = durationOf(profile, { requests, latencyMs });
  const pace = rate === undefined ? "" : `, ${rate} per second at most`;
  const cost = `About ${requests} requests for ${what} at depth ${depth}${pace}: about ${durationText(durationMs)}.`;
  const { maxRequests, maxTimeSeconds } = profile.limits;
  if (requests > maxRequests)
    return `${cost} limits.maxRequests leaves ${maxRequests}: not everything can be checked.`;
  if (maxTimeSeconds !== null && durationMs > maxTimeSeconds * 1_000) {
    return `${cost} limits.maxTimeSeconds is ${maxTimeSeconds}: not everything can be checked.`;
  }
  return cost;
}
