import { InconclusiveError } from "../../../engine/verdict.ts";
import type { Plain } from "../../../engine/plain.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { inWords, timedAttempts } from "../attempts.ts";
import { failSome } from "./delivered-again.ts";
import { describeGrowth } from "./describe-growth.ts";

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
