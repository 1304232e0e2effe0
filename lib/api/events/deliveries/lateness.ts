import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Deliveries } from "./deliveries.ts";
import type { EventRow } from "./ledger.ts";
import { isNewSince } from "./new-arrivals.ts";

/** A sender that takes longer than so many times the usual wait is not told apart from one that loses events. */
const MOST_LATE_TIMES = 3;
/** So many events have not come. */
const TELLING_LOSSES = 3;

/**
 * Where events have come to their own callback URLs after their windows, waits for the last one that has not come. The
 * document shows no time within which an event is delivered.
 * @throws {InconclusiveError} when that one comes too, and no trigger of the run came shortly before
 */
export async function assertNotLate(deliveries: Deliveries): Promise<void> {
  const { history, ledger, waits, now } = deliveries;
  const missing = ledger.rows.filter((row) => isLost(deliveries, row));
  const last = missing.findLast((row) => lateArrival(deliveries, row) === undefined);
  const mayCome = last !== undefined && now < last.emission.at + MOST_LATE_TIMES * waits.usualMs;
  if (history.lateMs === undefined && mayCome && missing.some((row) => lateArrival(deliveries, row)))
    history.lateMs = await latenessOf(deliveries, last);
  const { lateMs } = history;
  if (typeof lateMs !== "number") return;
  const advice =
    lateMs < waits.usualMs
      ? "After a failure, the run waits shorter. Correct the other failures first."
      : "Set events.waitSeconds to the longest time that a delivery takes.";
  throw new InconclusiveError(
    `An event came to its callback URL ${(lateMs / 1000).toFixed(1)} s after its trigger, and the run waits ${waits.patienceMs / 1000} s. ${advice}`,
  );
}

/** Where several events have had the usual time in vain, and did not come later either, less is enough for others. */
export function waitLessAfterLosses(deliveries: Deliveries): void {
  const { ledger, waits } = deliveries;
  const lost = ledger.rows.filter((row) => isLost(deliveries, row) && !isLate(deliveries, row));
  if (lost.length >= TELLING_LOSSES) waits.noteFailure();
}

/** Whether an event has come to its callback URL, but only after its window. */
export function isLate(deliveries: Deliveries, row: EventRow): boolean {
  return isLost(deliveries, row) && lateArrival(deliveries, row) !== undefined;
}

/** How long after its trigger an event comes that is late. null: it does not come. undefined: another trigger may have sent it. */
async function latenessOf(deliveries: Deliveries, row: EventRow): Promise<number | null | undefined> {
  const { at } = row.emission;
  const mostMs = MOST_LATE_TIMES * deliveries.waits.usualMs;
  await deliveries.until(at + mostMs, () => lateArrival(deliveries, row) !== undefined);
  const came = lateArrival(deliveries, row);
  if (came === undefined) return null;
  const before = deliveries.ledger.rows.filter(({ emission }) => emission.at <= came.ticks);
  const sinceTriggerMs = came.ticks - Math.max(...before.map(({ emission }) => emission.at));
  return sinceTriggerMs > deliveries.waits.latenessMs ? came.ticks - at : undefined;
}

/** Whether an event was due, and came neither to its callback URL nor to the root in its window. */
export function isLost(deliveries: Deliveries, { isDue, hook, emission }: EventRow): boolean {
  const isOver = isDue && emission.end !== undefined;
  return isOver && deliveries.of(hook, emission).length === 0 && !deliveries.isAstray(emission);
}

/** The first delivery to the callback URL of a missing event that is no copy of an earlier one. */
function lateArrival(deliveries: Deliveries, { hook, emission }: EventRow): Arrival | undefined {
  const { end: _end, ...since } = emission;
  return deliveries.of(hook, since).find(isNewSince(deliveries, emission));
}
