import type { AnswerPlan } from "../../../receiver/answer-plan.ts";
import type { Merchant } from "../../webhook/merchant.ts";
import type { Deliveries, Emission } from "../deliveries.ts";
import { firstOf } from "../event-types.ts";
import type { Registration } from "../registration.ts";
import { isMissing } from "./misdelivered.ts";

/** Registers a hook, and waits until an event has come to it, and whatever else a new URL brings about. */
export async function established(deliveries: Deliveries, merchant: Merchant): Promise<Registration> {
  const found = await registered(deliveries, merchant);
  await witnessed(deliveries, found, await deliveries.trigger(merchant, found.type));
  await deliveries.silence();
  return found;
}

/** Registers a hook, and finds an event type that is delivered to it. */
export async function registered(
  deliveries: Deliveries,
  merchant: Merchant,
  options: { readonly plan?: AnswerPlan; readonly chars?: number } = {},
): Promise<Registration> {
  const hook = await deliveries.register(merchant, options);
  const subscription = await deliveries.subscription(merchant);
  return { merchant, hook, type: firstOf(subscription), unshown: subscription.unshown };
}

/** @throws {InconclusiveError} when an event that must be delivered is not: nothing can be said of others then */
export async function witnessed(
  deliveries: Deliveries,
  { hook }: Registration,
  emission: Emission,
): Promise<void> {
  const came = await deliveries.come(hook, emission);
  if (came.length === 0) throw isMissing(deliveries, hook);
}
