import { Violation } from "../../../engine/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { EVENT_TYPES } from "../event-types.ts";
import { otherTypeIn } from "../event-of.ts";
import { countAttempts, MAX_FAILURES } from "./count-attempts.ts";
import { failIfPersistent } from "../rules/persistent-faults.ts";
import { failTogether } from "./fail-together.ts";
import { promisedBy } from "./retried.ts";

/**
 * Every attempt at one event shows its type, as far as deliveries show one.
 * @throws {Violation} when a later attempt shows another type, time after time
 */
export async function carriesTheSameTypes(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  const each = Math.min((await promisedBy(merchant)) + 1, MAX_FAILURES);
  const known = deliveries.history.attempts.filter((attempts) => attempts.length > 1);
  if (known.length > 0 && known.every((attempts) => otherTypeIn(attempts, EVENT_TYPES) === undefined)) return;
  await failIfPersistent(async () => {
    const { arrivals, found } = await countAttempts(deliveries, merchant, each, each);
    const other = otherTypeIn(arrivals, EVENT_TYPES);
    if (other === undefined || isMixed(deliveries, arrivals, each)) return undefined;
    return new Violation({
      expected: `every attempt at an event ${found.type} to carry that event`,
      actual: `one of ${arrivals.length} attempts carries ${other}`,
    });
  });
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
  await failIfPersistent(async () => {
    const { due, each, hook, since, arrivals, byEvent } = await failTogether(deliveries, merchant, isWhole);
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

export function isAccepted(attempt: Arrival | undefined): boolean {
  return attempt !== undefined && attempt.answer.status < 300;
}
