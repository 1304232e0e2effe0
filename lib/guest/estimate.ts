import type { Depth } from "../api/context.ts";
import { politeRate } from "../api/polite-rate.ts";
import type { Visit } from "./visit.ts";

/** Requests of a whole run against the reference, measured. */
export const REQUESTS_OF_A_RUN: Readonly<Record<Depth, Readonly<Record<"api-key" | "signed", number>>>> = {
  quick: { "api-key": 400, signed: 610 },
  standard: { "api-key": 2_000, signed: 2_250 },
  deep: { "api-key": 9_800, signed: 10_400 },
};

/**
 * What a run will cost the target at most, in a sentence or two.
 * @param isWhole everything is judged; what a part of it takes is not known beforehand
 */
export function estimateOf({ setup, latencyMs }: Pick<Visit, "setup" | "latencyMs">, isWhole = true): string {
  const { profile, depth } = setup;
  const requests = REQUESTS_OF_A_RUN[depth][profile.auth.mode];
  const rate = politeRate(profile);
  const durationMs = requests * Math.max(latencyMs, rate === undefined ? 0 : 1_000 / rate);
  const pace = rate === undefined ? "" : `, ${rate} per second at most`;
  const most = isWhole ? "About" : "At most, as for everything, about";
  const of = isWhole ? " for everything" : "";
  const cost = `${most} ${requests} requests${of} at depth ${depth}${pace}: about ${durationText(durationMs)}.`;
  if (!isWhole) return cost;
  const { maxRequests, maxTimeSeconds } = profile.limits;
  if (requests > maxRequests)
    return `${cost} limits.maxRequests leaves ${maxRequests}: not all can be judged.`;
  if (maxTimeSeconds !== null && durationMs > maxTimeSeconds * 1_000) {
    return `${cost} limits.maxTimeSeconds is ${maxTimeSeconds}: not all can be judged.`;
  }
  return cost;
}

function durationText(ms: number): string {
  if (ms < 90_000) return `${Math.max(Math.ceil(ms / 1_000), 1)} s`;
  return `${Math.ceil(ms / 60_000)} min`;
}
