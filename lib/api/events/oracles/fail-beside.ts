import { InconclusiveError } from "../../../engine/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { otherTypeIn } from "../event-of.ts";
import { EVENT_TYPES } from "../event-types.ts";
import { isAt } from "../hook.ts";
import type { Registration } from "../registration.ts";
import { acceptFromNowOn, gapsOf, LAST_GAPS, MAX_FAILURES, planFailures } from "./count-attempts.ts";
import { registerHook } from "./establish-hook.ts";
import { EVENTS, failTwo } from "./fail-together.ts";
import { missingEventError } from "./find-misdelivery.ts";
import { isAccepted } from "./same-event.ts";

/** A hook whose first deliveries fail. */
export interface FailingHook {
  readonly found: Registration;
  /** How many attempts `retryCount` promises for an event that keeps failing. */
  readonly each: number;
  /** How many deliveries of two further events fail. */
  readonly further: number;
  /** How many deliveries fail in all. */
  readonly planned: number;
}

/** Registers a hook whose first deliveries fail: all of one event, and the first ones of two others. Without retries none fails. */
export async function registerFailing(deliveries: Deliveries, merchant: Merchant): Promise<FailingHook> {
  const { looks } = deliveries.history;
  looks.forget(merchant);
  const found = await registerHook(deliveries, merchant);
  const promised = retryCountIn(await looks.configuration(merchant));
  const further = Math.min(EVENTS, promised);
  const each = promised + 1;
  const planned = promised === 0 || each + further > MAX_FAILURES ? 0 : each + further;
  if (planned > 0) await deliveries.plan(found.hook, planFailures(deliveries, planned));
  return { found, each, further, planned };
}

/**
 * Fails an event until no attempt is left, and then the first deliveries of two further events to the same URL.
 * @returns how long no further attempt must come, in milliseconds. undefined: fewer attempts than promised came in time
 * @throws {InconclusiveError} when other deliveries come than `retryCount` promises
 */
export async function failBeside(
  deliveries: Deliveries,
  { found, each, further, planned }: FailingHook,
): Promise<number | undefined> {
  const { hook, merchant, type } = found;
  const { patienceMs, retriesMs = patienceMs } = deliveries.waits;
  if (planned === 0) return undefined;
  const emission = await deliveries.trigger(merchant, type);
  const [first] = await deliveries.come(hook, emission);
  if (first === undefined) throw missingEventError(deliveries, hook);
  const attempts = await deliveries.further(hook, emission, { count: each, withinMs: retriesMs });
  const isAttempt = (arrival: Arrival) => {
    const id = deliveries.eventId(arrival);
    return id === undefined ? Buffer.compare(arrival.body, first.body) === 0 : id === emission.id;
  };
  const areAlike = attempts.every((arrival) => isAttempt(arrival) && isAt(arrival, hook));
  if (!areAlike || otherTypeIn(attempts, EVENT_TYPES) !== undefined)
    throw new InconclusiveError("Attempts at a failed event went to another URL, or differ.");
  if (attempts.length !== each) {
    await acceptFromNowOn(deliveries, hook, planned);
    return undefined;
  }
  const gapsMs = gapsOf(attempts);
  deliveries.history.pauses.push(gapsMs);
  deliveries.history.attempts.push(attempts);
  const two = await failTwo(deliveries, found, planned, EVENTS + further);
  if (two.byEvent?.some((one) => !isAccepted(one.at(-1))) === true)
    throw new InconclusiveError("Attempts at one event took the place of those at another.");
  const later = deliveries.at(hook, two.since);
  if (later.length !== two.due || later.some((arrival) => isAttempt(arrival)))
    throw new InconclusiveError("More or fewer attempts came at failed events than `retryCount` promises.");
  return Math.min(LAST_GAPS * Math.max(...gapsMs), retriesMs);
}

/** A number that says nothing counts as 0. */
function retryCountIn({ retryCount }: Configuration): number {
  return typeof retryCount === "number" || typeof retryCount === "bigint" ? Number(retryCount) : 0;
}
