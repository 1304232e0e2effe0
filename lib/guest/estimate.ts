import { politeRate } from "../session/polite-rate.ts";
import type { Visit } from "./visit.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { isReading, type ProfiledOperations } from "../profile/schema/operation-schema.ts";

/**
 * Announces the calls with a permanent effect, in a sentence. Undefined: none.
 * @param areas of the selection, for example `account`
 */
export function announcedMoves(
  { operations, merchants }: Pick<Profile, "operations" | "merchants">,
  areas: ReadonlySet<string>,
): string | undefined {
  const calls = Object.entries(operations)
    .filter(([name, one]) => one.mayTakeEffect === true && !isReading(name, one))
    .filter(([name]) => areas.has(name.split("/")[0] ?? name))
    .map(([name, one]) => `${name}${details(one)}`);
  if (calls.length === 0) return undefined;
  const who = merchants[0]?.name ?? "";
  return `Called once, as ${who}, with a permanent effect: ${calls.join(", ")}. To prevent this, add --no-moves.`;
}

function details({ ceiling, ids }: ProfiledOperations[string]): string {
  const [id] = ids?.values ?? [];
  if (ids !== undefined) return id === undefined ? " (no id is left: not sent)" : ` of ${id}`;
  return ceiling === undefined ? "" : ` (at most ${ceiling.max} at ${ceiling.pointer})`;
}

/** Facts about a run before its first check. */
export interface EstimatedRun {
  readonly requests: number;
  /** Those of the busiest lane, one after the other. Default: all. */
  readonly inTurn?: number;
  readonly lanes?: number;
  /** Whether the selection contains everything that applies to the deployment. */
  readonly isEverything: boolean;
  /** Waits on purpose, for deliveries. Default: none. */
  readonly waitSeconds?: number;
}

/** Estimates the time of some requests and waits, in milliseconds. The slower of the answers and the rate decides. */
export function durationOf(
  profile: Pick<Profile, "baseUrl" | "limits">,
  { requests, inTurn = requests, waitSeconds = 0 }: Omit<EstimatedRun, "isEverything">,
  latencyMs: number,
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

/** The estimate does not mention shorter waits. */
const TELLING_SECONDS = 5;

/** Estimates the load of a run, in a sentence or two. */
export function estimateOf(
  { setup, latencyMs }: Pick<Visit, "setup" | "latencyMs">,
  { requests, inTurn = requests, lanes = 1, isEverything, waitSeconds = 0 }: EstimatedRun,
): string {
  const { profile, depth } = setup;
  const what = isEverything ? "everything" : "what was selected";
  const rate = politeRate(profile);
  const durationMs = durationOf(profile, { requests, inTurn, waitSeconds }, latencyMs);
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
