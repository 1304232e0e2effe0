import type { Deliveries } from "../../../lib/api/events/deliveries/deliveries.ts";
import { firstOf } from "../../../lib/api/events/deliveries/event-types.ts";
import type { EventsContext } from "../../../lib/api/events/deliveries/events-context.ts";
import { inControl } from "../../../lib/api/events/deliveries/in-control.ts";
import { dueEventError } from "../../../lib/api/events/deliveries/find-misdelivery.ts";
import { newArrivals } from "../../../lib/api/events/deliveries/new-arrivals.ts";
import { inferred, stated } from "../../../lib/api/events/requirement.ts";
import { decidedBy, failIfPersistent, faultsOf } from "../../../lib/api/events/rules/decided-by.ts";
import {
  assertNoneForeign,
  followsUpdates,
  hasOnlySubscribed,
  staysWithItsMerchant,
} from "../../../lib/api/events/rules/recipients.ts";
import { updates } from "../../../lib/api/events/scenes/updates.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import { InapplicableError, Violation } from "../../../lib/engine/verdict.ts";
import { receiver, secondMerchant, trigger } from "../../../lib/profile/needs.ts";
import {
  type EstablishedHook,
  establishHook,
  requireDelivery,
} from "../../../lib/api/events/deliveries/registration.ts";
import { roundOf } from "../../../lib/api/events/scenes/scene-stage.ts";

export const followsUpdate = stated("delivery.follows-update", {
  sections: ["1", "3.2", "6"],
  needs: [receiver, trigger],
  text: "After an update, events are delivered to the new callback URL and no longer to the old one.",
  check: decidedBy(updates, followsUpdates),
});

export const ownMerchantOnly = inferred("delivery.own-merchant-only", {
  sections: ["1", "3.2", "6"],
  needs: [receiver, trigger, secondMerchant],
  text: "An event of one merchant is not delivered to the callback URL of another.",
  because: "The callback URL is that of the merchant's own configuration, and its events go there.",
  check: inControl(async (context) => {
    const faults = await faultsOf(context, updates, staysWithItsMerchant);
    await assertNoneForeign(context, faults);
    if (faults.size > 0) throw dueEventError(context.deliveries, context.merchant.name);
  }),
});

export const subscribedOnly = inferred("delivery.subscribed-only", {
  sections: ["2.1", "6"],
  needs: [receiver, trigger],
  reads: ["eventTypes"],
  text: "Only subscribed event types are delivered.",
  because: "The configuration lists the event types to which it subscribes.",
  check: inControl(async (context) => {
    const all = [context.merchant, ...context.others];
    const verdicts = [];
    for (const one of all) verdicts.push(await deliversOnlySubscribed(context, one));
    if (verdicts.includes(true)) return;
    throw new InapplicableError(
      "Every event type that can be triggered is subscribed, or the subscription is not known.",
    );
  }),
});

/** @returns whether a type without subscription can be triggered. @throws {Violation} when an event of one comes */
async function deliversOnlySubscribed(context: EventsContext, one: Merchant): Promise<boolean> {
  const { deliveries, effort } = context;
  const subscription = await deliveries.subscription(one, true);
  const others = effort.tried(subscription.unsubscribed);
  if (others.length === 0) return false;
  firstOf(subscription);
  const seen = await roundOf(updates, context);
  if (hasOnlySubscribed(deliveries, seen, one)) return true;
  const found = await establishHook(deliveries, one);
  for (const other of others) await failIfPersistent(async () => unsubscribed(deliveries, found, other));
  return true;
}

/** An event of a subscribed type, later, shows that one of the other type would have come by then. */
async function unsubscribed(
  deliveries: Deliveries,
  found: EstablishedHook,
  type: string,
): Promise<Violation | undefined> {
  const emission = await deliveries.trigger(found.merchant, type);
  await requireDelivery(deliveries, found, await deliveries.trigger(found.merchant, found.type));
  await deliveries.silence();
  const { length } = newArrivals(deliveries, found.hook, emission);
  if (length <= found.perEvent) return undefined;
  return new Violation({
    expected: `no delivery of ${type}, which \`eventTypes\` does not list`,
    actual: `${length} deliveries after one event of it and one of ${found.type}`,
  });
}
