import { InconclusiveError } from "../../../engine/verdict.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { SharedLook } from "../after-look.ts";
import type { Deliveries } from "../deliveries.ts";
import { otherTypeIn } from "../event-of.ts";
import { EVENT_TYPES } from "../event-types.ts";
import { isAt } from "../hook.ts";
import {
  acceptFromNowOn,
  failFirst,
  type FailedEvent,
  gapsOf,
  LAST_GAPS,
  MAX_FAILURES,
} from "./count-attempts.ts";
import { seeArrival, typeInTurn } from "./due-events.ts";
import { registerHook } from "./establish-hook.ts";
import { EVENTS, failTwo } from "./fail-together.ts";
import { newArrivals } from "./new-arrivals.ts";
import { UNANSWERED, findMissingRetry } from "./retries-unanswered.ts";
import { isAccepted } from "./same-event.ts";

/**
 * Fails every delivery of an event of one merchant, and then the first deliveries of two events of the other. Waits once for
 * attempts too many. Events to the URL that failed, and to a new one, arrive.
 */
export const lookAtFailures: SharedLook = async ({ deliveries, merchant, others: [other] }) => {
  const { looks } = deliveries.history;
  const promised = retryCountIn(await looks.configuration(merchant));
  const theirs = other === undefined ? 0 : retryCountIn(await looks.configuration(other));
  if (other === undefined || promised === 0 || theirs === 0 || promised + EVENTS > MAX_FAILURES) return [];
  const failed = await failThroughout(deliveries, merchant, promised + 1);
  const { found, emission, withinMs } = failed;
  const planned = Math.min(EVENTS, theirs);
  const two = await failTwo(deliveries, other, planned, EVENTS + planned);
  const gapsMs = gapsOf(deliveries.of(found.hook, emission));
  await assertGoesOn(deliveries, failed);
  await deliveries.silence(Math.min(LAST_GAPS * Math.max(...gapsMs), withinMs));
  const attempts = deliveries.at(found.hook, emission).length - 1;
  if (attempts !== promised + 1 || deliveries.at(two.hook, two.since).length !== two.due)
    throw new InconclusiveError("More or fewer attempts came than `retryCount` promises.");
  if (two.byEvent?.some((each) => !isAccepted(each.at(-1))) === true)
    throw new InconclusiveError("Attempts at one event took the place of those at another.");
  await assertReachesAnotherUrl(deliveries, merchant);
  return [
    "delivery.retries",
    "delivery.goes-on-after-failures",
    "delivery.retries-each-event",
    "delivery.retries-the-same-event",
  ];
};

/** A number that says nothing counts as 0. */
function retryCountIn({ retryCount }: Configuration): number {
  return typeof retryCount === "number" || typeof retryCount === "bigint" ? Number(retryCount) : 0;
}

/** @throws {InconclusiveError} when fewer attempts come, to another URL, or with another event type */
async function failThroughout(
  deliveries: Deliveries,
  merchant: Merchant,
  expected: number,
): Promise<FailedEvent> {
  const failed = await failFirst(deliveries, merchant, expected + 1, expected);
  const { found, emission, planned } = failed;
  const attempts = deliveries.of(found.hook, emission);
  await acceptFromNowOn(deliveries, found.hook, planned);
  const isOther = attempts.some((arrival) => !isAt(arrival, found.hook));
  if (attempts.length !== expected || isOther || otherTypeIn(attempts, EVENT_TYPES) !== undefined)
    throw new InconclusiveError(`${attempts.length} attempts came at a failed event, not ${expected}.`);
  deliveries.history.pauses.push(gapsOf(attempts));
  deliveries.history.attempts.push(attempts);
  return failed;
}

/** @throws {InconclusiveError} when no further event comes to the URL that failed */
async function assertGoesOn(deliveries: Deliveries, { found }: FailedEvent): Promise<void> {
  const { emission } = await seeArrival(deliveries, found, typeInTurn(found, 1));
  if (newArrivals(deliveries, found.hook, emission).length !== 1)
    throw new InconclusiveError("An event after a failed one did not come once.");
}

/** @throws {InconclusiveError} or {Violation} when an event does not come to a new URL, or not again after a broken connection */
async function assertReachesAnotherUrl(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  const [broken] = UNANSWERED;
  if (deliveries.isDirect && broken !== undefined) {
    const violation = await findMissingRetry(deliveries, merchant, broken, { failures: 1, due: 2 });
    if (violation !== undefined) throw violation;
    return;
  }
  const found = await registerHook(deliveries, merchant);
  await seeArrival(deliveries, found, found.type);
}
