import { InapplicableError, InconclusiveError } from "../../../engine/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { FailedTogether } from "../delivery-history.ts";
import type { Emission } from "../emission.ts";
import { typesShown } from "../event-of.ts";
import type { Registration } from "../registration.ts";
import { assertCarriesOne, assertCountable } from "./assert-carries-one.ts";
import { acceptFromNowOn, MAX_FAILURES, planFailures } from "./count-attempts.ts";
import { registerHook } from "./establish-hook.ts";
import { missingEventError } from "./find-misdelivery.ts";
import { promisedBy, promiseIn } from "./retried.ts";
import { triggerEach } from "./trigger-each.ts";

/** Names a failure of retries that the run has reported. */
export const UNRETRIED = "retries of one event";
/** At the same time. */
const EVENTS = 2;

/** A round of two events that fail at the same time. Every rule reads the same round. @param before how many rounds precede it */
export async function failedTogether(
  deliveries: Deliveries,
  merchant: Merchant,
  isWhole: boolean,
  before: number,
): Promise<FailedTogether> {
  const { together } = deliveries.history;
  return (together[before] ??= failTogether(deliveries, merchant, isWhole));
}

/**
 * Fails deliveries of two events at the same time, and waits for all attempts that are due. The events have different types if
 * two can be triggered.
 * @param isWhole whether every delivery fails, else only the first ones
 * @throws {InconclusiveError} when a failure of retries is known already
 * @throws {InapplicableError} when it takes too many failures, the target disables the webhook because of them, or a delivery
 *   may carry several events
 */
async function failTogether(
  deliveries: Deliveries,
  merchant: Merchant,
  isWhole: boolean,
): Promise<FailedTogether> {
  if (deliveries.history.reported.has(UNRETRIED))
    throw new InconclusiveError(
      "Could not check: already one event that fails is not retried as promised. Fix `delivery.retries` first.",
    );
  assertCountable(deliveries);
  const promised = await promisedBy(merchant);
  const each = promised + 1;
  const planned = isWhole ? EVENTS * each : Math.min(EVENTS, promised);
  if (promised === 0) throw new InapplicableError("`retryCount` is 0: nothing is retried.");
  if (planned > MAX_FAILURES)
    throw new InapplicableError(
      `A run fails at most ${MAX_FAILURES} deliveries in a row, and two events with ${each} attempts each need more.`,
    );
  const due = isWhole ? EVENTS * each : EVENTS + planned;
  const found = await registerHook(deliveries, merchant, { plan: planFailures(deliveries, planned) });
  const failed = await failTwo(deliveries, found, planned, due);
  await assertStillPromised(merchant, promised);
  if (failed.arrivals.length < due) await assertCarriesOne(deliveries, merchant, found, failed.arrivals);
  return { ...failed, each };
}

/**
 * Triggers two events at a hook whose next deliveries fail, and waits for all attempts that are due.
 * @param planned how many deliveries to the hook are failed, these and earlier ones
 * @param due how many attempts are waited for
 */
async function failTwo(
  deliveries: Deliveries,
  found: Registration,
  planned: number,
  due: number,
): Promise<Omit<FailedTogether, "each">> {
  const { hook, merchant } = found;
  const [one = found.type, other = one] = found.types.toReversed();
  const since = await deliveries.mark();
  const emissions = await triggerEach(deliveries, merchant, [one, other]);
  const { patienceMs, retriesMs = patienceMs } = deliveries.waits;
  const [first] = await deliveries.further(hook, since, { count: 1 });
  if (first !== undefined)
    await deliveries.further(hook, since, { count: due, withinMs: EVENTS * retriesMs });
  await acceptFromNowOn(deliveries, hook, planned);
  if (first === undefined) throw missingEventError(deliveries, hook);
  const arrivals = deliveries.at(hook, since);
  const byEvent = groupedByEvent(deliveries, arrivals, emissions, [one, other]);
  return { due, hook, since, arrivals, byEvent };
}

/** By the identifier of the event, else by the type that a delivery shows. */
function groupedByEvent(
  deliveries: Deliveries,
  arrivals: readonly Arrival[],
  emissions: readonly Emission[],
  types: readonly string[],
): readonly (readonly Arrival[])[] | undefined {
  const ids = emissions.flatMap(({ id }) => id ?? []);
  if (ids.length === EVENTS && arrivals.every((arrival) => deliveries.eventId(arrival) !== undefined))
    return ids.map((id) => arrivals.filter((arrival) => deliveries.eventId(arrival) === id));
  if (arrivals.some((arrival) => typesShown(arrival, types).length !== 1)) return undefined;
  return types.map((type) => arrivals.filter((arrival) => typesShown(arrival, types).includes(type)));
}

/** @throws {InapplicableError} when the target has disabled the webhook, or `retryCount` counts */
async function assertStillPromised(merchant: Merchant, promised: number): Promise<void> {
  await merchant.settled();
  const configuration = await merchant.configuration();
  if (configuration.status === 0)
    throw new InapplicableError("The target disabled the configuration by itself while deliveries failed.");
  if (promiseIn(configuration) !== promised)
    throw new InapplicableError("`retryCount` changed while deliveries failed: it counts.");
}
