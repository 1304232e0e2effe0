import type { Violation } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { HookShape } from "../hook.ts";
import type { Registration } from "../registration.ts";
import { PLAIN_FORM } from "../url-forms.ts";
import { enableAgain } from "./enable-again.ts";
import { registerHook } from "./establish-hook.ts";
import { NothingCameError } from "../nothing-came-error.ts";
import { findMisdelivery } from "./find-misdelivery.ts";
import { failIfPersistent } from "./fail-if-persistent.ts";

/** Numbers of events, for example 0 and 1: each event is of the next subscribed type. */
type EventNumbers = readonly number[];

/** The numbers of so many events. @param start the first of them */
export function eventNumbers(count: number, start = 0): EventNumbers {
  return Array.from({ length: count }, (_, event) => start + event);
}

/**
 * Registers a URL for each merchant, triggers events for all of them at once, and expects each at its own URL. Where nothing
 * has ever come, also during a shared look, a plain URL shows whether anything comes at all.
 * @throws {Violation} when an event does not arrive, or at another URL
 */
export async function assertReachesEach(
  deliveries: Deliveries,
  merchants: readonly Merchant[],
  shape: HookShape,
  events: EventNumbers,
): Promise<void> {
  const { unusual } = deliveries.history.looks;
  try {
    if (unusual instanceof NothingCameError && !deliveries.hasDelivered) throw unusual;
    await allArrive(deliveries, await eachRegistered(deliveries, merchants, shape), events);
  } catch (error) {
    if (!(error instanceof NothingCameError)) throw error;
    if (!(await anyArrives(deliveries, merchants))) {
      deliveries.noteSilence(error);
      throw error;
    }
    await allArrive(deliveries, await eachRegistered(deliveries, merchants, shape), events);
  }
}

/** Triggers events for hooks that are registered, and expects each at its hook. @throws {Violation} */
export async function allArrive(
  deliveries: Deliveries,
  found: readonly Registration[],
  events: EventNumbers,
  withinMs = deliveries.waits.patienceMs,
): Promise<void> {
  for (const event of events)
    try {
      await failIfPersistent(async () => {
        const wrong = await firstMisdelivered(deliveries, found, event, withinMs);
        if (wrong !== undefined) await enableAgain(found);
        return wrong;
      });
    } catch (error) {
      noteMissingTypes(deliveries, found, event);
      throw error;
    }
}

/** Once a failure has reported that a type does not come, other checks use the other types. */
function noteMissingTypes(
  { history, hasDelivered }: Deliveries,
  found: readonly Registration[],
  event: number,
): void {
  for (const one of found) {
    const type = typeOf(one, event);
    if (hasDelivered && !history.arrivedTypes.has(type)) history.missingTypes.add(type);
  }
}

function typeOf({ types, type }: Registration, event: number): string {
  return types[event % types.length] ?? type;
}

async function firstMisdelivered(
  deliveries: Deliveries,
  found: readonly Registration[],
  event: number,
  withinMs: number,
): Promise<Violation | undefined> {
  const sent = [];
  for (const one of found) {
    const type = typeOf(one, event);
    sent.push({ ...one, type, emission: await deliveries.trigger(one.merchant, type) });
  }
  for (const { hook, emission } of sent) await deliveries.come(hook, emission, withinMs);
  const wrong = [];
  for (const one of sent) {
    wrong.push(await findMisdelivery(deliveries, one, one.emission, withinMs));
    if (deliveries.of(one.hook, one.emission).length > 0) deliveries.history.arrivedTypes.add(one.type);
  }
  return wrong.find((violation) => violation !== undefined);
}

/** Whether an event of any type arrives at the plainest URL of any of the merchants, or at a URL that one had before. */
async function anyArrives(deliveries: Deliveries, merchants: readonly Merchant[]): Promise<boolean> {
  const sent = [];
  for (const { merchant, hook, types } of await eachRegistered(deliveries, merchants, { form: PLAIN_FORM }))
    for (const type of types) sent.push({ hook, emission: await deliveries.trigger(merchant, type) });
  for (const { hook, emission } of sent) if (!deliveries.hasDelivered) await deliveries.come(hook, emission);
  const isElsewhere = sent.some(({ hook, emission }) => deliveries.elsewhere(hook, emission).length > 0);
  return deliveries.hasDelivered || isElsewhere;
}

async function eachRegistered(
  deliveries: Deliveries,
  merchants: readonly Merchant[],
  shape: HookShape,
): Promise<readonly Registration[]> {
  const found = [];
  for (const one of merchants) found.push(await registerHook(deliveries, one, shape));
  return found;
}
