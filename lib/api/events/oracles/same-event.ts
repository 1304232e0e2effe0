import { Violation } from "../../../engine/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { countAttempts, MAX_FAILURES } from "./count-attempts.ts";
import { failIfPersistent } from "../rules/persistent-faults.ts";
import { unlikeTheFirst } from "../rules/unlike-the-first.ts";
import { failedTogether } from "./fail-together.ts";
import { promisedBy } from "./retried.ts";

/**
 * Every attempt at one event carries it, as far as deliveries show that.
 * @throws {Violation} when a later attempt does not, time after time
 */
export async function carriesItsEvent(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  const each = Math.min((await promisedBy(merchant)) + 1, MAX_FAILURES);
  const known = deliveries.history.attempts.filter((attempts) => attempts.length > 1);
  if (known.length > 0 && known.every((attempts) => differenceIn(deliveries, attempts) === undefined)) return;
  await failIfPersistent(async () => {
    const { arrivals, found } = await countAttempts(deliveries, merchant, each, each);
    const difference = differenceIn(deliveries, arrivals);
    if (difference === undefined || isMixed(deliveries, arrivals, each)) return undefined;
    return new Violation({
      expected: `every attempt at an event ${found.type} to carry that event`,
      actual: `one of ${arrivals.length} attempts ${difference}`,
    });
  });
}

/** How an attempt differs from the first one. Bodies of events before it are bodies of others. */
function differenceIn(deliveries: Deliveries, attempts: readonly Arrival[]): string | undefined {
  const [first] = attempts;
  const before = deliveries.ledger.rows.flatMap(({ hook, emission }) => {
    const [came] = deliveries.of(hook, emission);
    return came === undefined || first === undefined || came.number >= first.number ? [] : [came.body];
  });
  return unlikeTheFirst(attempts, before);
}

/**
 * Of two events that fail at the same time, each is retried until a delivery of it is accepted, or as often as promised.
 * @throws {Violation} when one is not, while the other has more attempts
 */
export async function carriesTheSameEvent(
  deliveries: Deliveries,
  merchant: Merchant,
  isWhole: boolean,
): Promise<void> {
  await failIfPersistent(async (before) => {
    const { due, each, hook, since, arrivals, byEvent } = await failedTogether(
      deliveries,
      merchant,
      isWhole,
      before,
    );
    if (byEvent === undefined || arrivals.length !== due) return undefined;
    const replaced = byEvent.find((attempts) => attempts.length < each && !isAccepted(attempts.at(-1)));
    const withinMs = deliveries.waits.retriesMs;
    if (replaced === undefined || withinMs === undefined) return undefined;
    const later = await deliveries.further(hook, since, { count: due + 1, withinMs });
    if (later.length > due) return undefined;
    const counts = byEvent.map(({ length }) => length).join(" and ");
    return new Violation({
      expected: `every retry of two failed events to carry the event whose delivery failed`,
      actual: `${due} attempts, which carry the one and the other event ${counts} times`,
    });
  });
}

/** Without identifiers, more attempts than those of one event may be of another one. */
function isMixed(deliveries: Deliveries, arrivals: readonly Arrival[], each: number): boolean {
  const hasIds = arrivals.every((arrival) => deliveries.eventId(arrival) !== undefined);
  return !hasIds && arrivals.length !== each;
}

function isAccepted(attempt: Arrival | undefined): boolean {
  return attempt !== undefined && attempt.answer.status < 300;
}
