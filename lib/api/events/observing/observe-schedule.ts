import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Plain } from "../../../engine/requirement/plain.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import { inWords, timedAttempts } from "../deliveries/attempts.ts";
import { failSome } from "./observe-answers.ts";

/** Fewer say nothing of how far pauses are apart. */
const EVENTS = 2;
const FAILURES = 3;
const LEAST_PAUSES = 2;

/**
 * How the pauses before retries grow, and whether they are alike at every event, by what the run has seen of retries, and
 * otherwise by events of its own.
 * @throws {InconclusiveError} where too few come
 */
export async function observeSchedule(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const telling = () =>
    timedAttempts(deliveries)
      .map(({ gapsMs }) => gapsMs)
      .filter(({ length }) => length >= LEAST_PAUSES);
  while (telling().length < EVENTS) {
    const seen = await failSome(deliveries, merchant, FAILURES);
    if (seen.gapsMs.length >= LEAST_PAUSES) continue;
    throw new InconclusiveError(
      `Only ${inWords(seen)} came: it takes ${LEAST_PAUSES + 1} at an event to see how the pauses between them grow. If more come later, raise events.retries.windowSeconds.`,
    );
  }
  return describeGrowth(telling());
}

/** Where a sender waits up to a fifth longer or shorter than it means to, one pause is at most so many times another that is meant alike. */
const ALIKE_TIMES = 1.6;
/** From the first pause to the last one. */
const GROWN_TIMES = 1.5;
/** Below it, being under way makes a difference. */
const TELLING_MS = 500;

/**
 * How pauses grow, and whether they are alike at every event, in words that a jitter of 20 percent does not change.
 * @param pauses between the attempts at some events, in milliseconds, at least two of each event
 */
export function describeGrowth(pauses: readonly (readonly number[])[]): string {
  const most = Math.max(...pauses.map(({ length }) => length));
  const byPlace = Array.from({ length: most }, (_, place) => pauses.flatMap((event) => event[place] ?? []));
  const means = byPlace.map((all) => meanOf(all));
  if (Math.max(...means) < TELLING_MS) return "too short to tell apart";
  const isUnlike = byPlace.some((all) => timesOf(Math.max(...all), Math.min(...all)) > ALIKE_TIMES);
  const steps = means.slice(1).map((mean, before) => timesOf(mean, means[before] ?? mean));
  const grown = steps.reduce((product, step) => product * step, 1);
  const shrinks = steps.some((step) => step < 1 / ALIKE_TIMES) || grown < 1 / GROWN_TIMES;
  if (isUnlike || shrinks) return "irregular";
  return grown <= GROWN_TIMES ? "constant" : "growing";
}

/** By factors, as pauses differ. */
function meanOf(values: readonly number[]): number {
  return values.reduce((product, value) => product * Math.max(value, 1), 1) ** (1 / values.length);
}

function timesOf(one: number, other: number): number {
  return Math.max(one, 1) / Math.max(other, 1);
}
