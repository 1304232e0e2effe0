import type { Merchant } from "../../merchant/merchant.ts";
import { firstSubscribed } from "./event-types.ts";
import type { Hook, HookShape } from "../urls/hook.ts";
import type { AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Emission } from "../trigger/emission.ts";
import { missingEventError } from "./find-misdelivery.ts";
import type { Registration } from "./ledger.ts";

/** The event type of a turn. */
export function typeInTurn({ types, type }: Pick<Registration, "type" | "types">, turn: number): string {
  return types[turn % types.length] ?? type;
}

/**
 * Registers a hook, and finds an event type that is delivered to it.
 * @param options.plan how events are answered; what greets the URL before is accepted
 * @param options.isBrief whether a configuration that the run has read need not be queried again
 */
export async function registerHook(
  deliveries: Deliveries,
  merchant: Merchant,
  {
    plan,
    isBrief = false,
    ...shape
  }: HookShape & { readonly plan?: readonly AnswerStep[]; readonly isBrief?: boolean } = {},
): Promise<Registration> {
  const hook = await deliveries.register(merchant, shape);
  const found = await registrationAt(deliveries, merchant, hook, isBrief);
  if (plan !== undefined) await deliveries.plan(hook, plan);
  return found;
}

/** Finds the event types that are delivered to a hook that a merchant has registered. */
export async function registrationAt(
  deliveries: Deliveries,
  merchant: Merchant,
  hook: Hook,
  isBrief = false,
): Promise<Registration> {
  const subscription = await deliveries.subscription(merchant, isBrief);
  const { subscribed, unshown } = subscription;
  return { merchant, hook, type: firstSubscribed(subscription), types: subscribed, unshown };
}

/**
 * Triggers an event at the first hook of a merchant, and waits briefly. If it comes, the receiver can be reached: so a later
 * event is missing, where an update or a disable ends all deliveries.
 */
export async function firstEvent(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  const [hook] = deliveries.addresses.hooksOf(merchant);
  const { callbackUrl } = await deliveries.history.configurations.latest(merchant);
  if (hook === undefined || callbackUrl !== hook.url) return;
  const found = await registrationAt(deliveries, merchant, hook, true);
  const emission = await deliveries.trigger(merchant, found.type);
  deliveries.ledger.add({ ...found, emission, when: "after the first register", isDue: true });
  await deliveries.come(hook, emission, deliveries.waits.latenessMs);
}

/** @throws {InconclusiveError} when an event that must be delivered is not: nothing can be said of others then */
export async function requireDelivery(
  deliveries: Deliveries,
  { hook }: Registration,
  emission: Emission,
): Promise<void> {
  const came = await deliveries.come(hook, emission);
  if (came.length === 0) throw missingEventError(deliveries, hook);
}
