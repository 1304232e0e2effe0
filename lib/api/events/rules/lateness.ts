import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventRow } from "../deliveries/ledger.ts";
import { isNewSince } from "../deliveries/new-arrivals.ts";

/** A sender that takes longer than so many times the usual wait is not told apart from one that loses events. */
const MOST_LATE_TIMES = 3;

/**
 * Where events have come to their own callback URLs after their windows, waits once for the last one that has not come. The
 * document shows no time within which an event is delivered.
 * @throws {InconclusiveError} when that one comes too, and nothing that the run did has brought it about
 */
export async function assertNotLate(deliveries: Deliveries): Promise<void> {
  const { history, ledger, waits } = deliveries;
  const missing = ledger.rows.filter((row) => isMissing(deliveries, row));
  const [last] = missing.filter((row) => lateArrival(deliveries, row) === undefined).toReversed();
  const isAnyLate = missing.some((row) => lateArrival(deliveries, row) !== undefined);
  if (isAnyLate && last !== undefined) history.lateMs ??= latenessOf(deliveries, last);
  const lateMs = await history.lateMs;
  if (lateMs === undefined) return;
  throw new InconclusiveError(
    `An event came to its callback URL ${(lateMs / 1000).toFixed(1)} s after its trigger, and the run waits ${waits.patienceMs / 1000} s. Set events.waitSeconds to the longest time that a delivery takes.`,
  );
}

/** How long after its trigger an event comes that is late. undefined: it does not come, or the run may have brought that about. */
async function latenessOf(deliveries: Deliveries, row: EventRow): Promise<number | undefined> {
  const { at } = row.emission;
  const mostMs = MOST_LATE_TIMES * deliveries.waits.patienceMs;
  await deliveries.until(at + mostMs, () => lateArrival(deliveries, row) !== undefined);
  const came = lateArrival(deliveries, row);
  if (came === undefined) return undefined;
  const before = deliveries.ledger.rows.filter(({ emission }) => emission.at <= came.ticks);
  const sinceTriggerMs = came.ticks - Math.max(...before.map(({ emission }) => emission.at));
  return sinceTriggerMs > deliveries.waits.latenessMs ? came.ticks - at : undefined;
}

/** Whether an event was due, and came nowhere at all in its window. */
function isMissing(deliveries: Deliveries, { isDue, hook, emission }: EventRow): boolean {
  const isOver = isDue && emission.end !== undefined;
  return isOver && deliveries.of(hook, emission).length === 0 && !deliveries.isAstray(emission);
}

/** The first delivery to the callback URL of a missing event that is no copy of an earlier one. */
function lateArrival(deliveries: Deliveries, { hook, emission }: EventRow): Arrival | undefined {
  const { end: _end, ...since } = emission;
  return deliveries.of(hook, since).find(isNewSince(deliveries, emission));
}
