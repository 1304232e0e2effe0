import { inferred, stated } from "../../../lib/api/events/requirement.ts";
import {
  type EstablishedHook,
  establishHook,
  registerHook,
  requireDelivery,
} from "../../../lib/api/events/oracles/establish-hook.ts";
import { newArrivals } from "../../../lib/api/events/oracles/new-arrivals.ts";
import { inControl } from "../../../lib/api/events/in-control.ts";
import { missingEventError, findMisdelivery } from "../../../lib/api/events/oracles/find-misdelivery.ts";
import { failIfPersistent } from "../../../lib/api/events/oracles/fail-if-persistent.ts";
import { rejectedRegister } from "../../../lib/api/events/oracles/rejected-register.ts";
import { staysAway } from "../../../lib/api/events/oracles/stays-away.ts";
import { firstOf } from "../../../lib/api/events/event-types.ts";
import { InapplicableError, InconclusiveError, Violation } from "../../../lib/engine/verdict.ts";
import { receiver, secondMerchant, trigger } from "../../../lib/profile/needs.ts";
import type { Deliveries } from "../../../lib/api/events/deliveries.ts";
import type { EventsContext } from "../../../lib/api/events/events-context.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";

const NOT_TO_THE_FORMER = "no delivery to a former callback URL after the update was accepted";

export const followsUpdate = stated("delivery.follows-update", {
  sections: ["1", "3.2", "6"],
  needs: [receiver, trigger],
  text: "After an update, events are delivered to the new callback URL and no longer to the old one.",
  check: inControl(async ({ deliveries, merchant, others, effort }) => {
    for (const one of effort.tried([merchant, ...others])) {
      const before = await registerHook(deliveries, one);
      await deliveries.come(before.hook, await deliveries.trigger(one, before.type));
      const former = deliveries.hooksOf(one);
      const now = await registerHook(deliveries, one);
      await failIfPersistent(async () => {
        const emission = await deliveries.trigger(one, now.type);
        await deliveries.come(now.hook, emission);
        const late = await staysAway(deliveries, former, emission, NOT_TO_THE_FORMER);
        return late ?? findMisdelivery(deliveries, now, emission, 0);
      });
    }
  }),
});

export const ownMerchantOnly = inferred("delivery.own-merchant-only", {
  sections: ["1", "3.2", "6"],
  needs: [receiver, trigger, secondMerchant],
  text: "An event of one merchant is not delivered to the callback URL of another.",
  because: "The callback URL is that of the merchant's own configuration, and its events go there.",
  check: inControl(async ({ deliveries, merchant, rival }) => {
    const [one, other] = [await registerHook(deliveries, merchant), await registerHook(deliveries, rival)];
    for (const [own, foreign] of [[one, other] as const, [other, one] as const]) {
      await failIfPersistent(async () => {
        const emission = await deliveries.trigger(own.merchant, own.type);
        const came = await deliveries.come(own.hook, emission);
        const expected = `no event of ${own.merchant.name} to be delivered to ${foreign.merchant.name}`;
        const wrong = await staysAway(deliveries, deliveries.hooksOf(foreign.merchant), emission, expected);
        if (wrong === undefined && came.length === 0) throw missingEventError(deliveries, own.hook);
        return wrong;
      });
    }
  }),
});

export const subscribedOnly = inferred("delivery.subscribed-only", {
  sections: ["2.1", "6"],
  needs: [receiver, trigger],
  reads: ["eventTypes"],
  text: "Only subscribed event types are delivered.",
  because: "The configuration lists the event types to which it subscribes.",
  check: inControl(async ({ deliveries, merchant, effort }) => {
    const subscription = await deliveries.subscription(merchant);
    const others = effort.tried(subscription.unsubscribed);
    if (others.length === 0) {
      throw new InapplicableError(
        "Every event type that can be triggered is subscribed, or the subscription is not known.",
      );
    }
    firstOf(subscription);
    const found = await establishHook(deliveries, merchant);
    for (const other of others) await failIfPersistent(async () => unsubscribed(deliveries, found, other));
  }),
});

export const noneWhenDisabled = stated("delivery.none-when-disabled", {
  sections: ["3.2", "6"],
  needs: [receiver, trigger],
  text: "A disabled configuration gets no deliveries, at its callback URL and at every former one, also after a rejected register.",
  check: inControl(async (context) => {
    const { merchant, others, effort } = context;
    await staysQuiet(context, merchant, others[0]);
    const [rival] = others;
    if (rival !== undefined && !effort.isQuick) await staysQuiet(context, rival, merchant);
  }),
});

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

/** While one merchant is disabled, the other one shows that events are delivered; else the same one later. */
async function staysQuiet(
  { deliveries }: EventsContext,
  merchant: Merchant,
  witness: Merchant | undefined,
): Promise<void> {
  await registerHook(deliveries, merchant);
  const found = await registerHook(deliveries, merchant);
  await requireDelivery(deliveries, found, await deliveries.trigger(merchant, found.type));
  const other = witness === undefined ? undefined : await registerHook(deliveries, witness);
  const { status } = await merchant.disabled();
  if (status !== undefined && status !== 0) {
    throw new InconclusiveError("The configuration shows another status than 0 after disable.");
  }
  const rejected = await rejectedRegister(deliveries, merchant);
  await failIfPersistent(async () => {
    const emission = await deliveries.trigger(merchant, found.type);
    if (other !== undefined)
      await requireDelivery(deliveries, other, await deliveries.trigger(other.merchant, other.type));
    const expected = "no delivery while the configuration is disabled";
    return staysAway(deliveries, [...deliveries.hooksOf(merchant), rejected], emission, expected);
  });
  const again = await registerHook(deliveries, merchant);
  await requireDelivery(deliveries, again, await deliveries.trigger(merchant, again.type));
}
