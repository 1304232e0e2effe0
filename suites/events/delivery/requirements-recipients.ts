import { afterLook } from "../../../lib/api/events/after-look.ts";
import { lookAtDisabled } from "../../../lib/api/events/oracles/look-at-disabled.ts";
import { lookAtUpdates } from "../../../lib/api/events/oracles/look-at-updates.ts";
import { inferred, stated } from "../../../lib/api/events/requirement.ts";
import {
  type EstablishedHook,
  establishHook,
  requireDelivery,
} from "../../../lib/api/events/oracles/establish-hook.ts";
import { faultsAfterUpdate, eventsAtOthers } from "../../../lib/api/events/oracles/faults-after-update.ts";
import { newArrivals } from "../../../lib/api/events/oracles/new-arrivals.ts";
import { dueEventError } from "../../../lib/api/events/oracles/find-misdelivery.ts";
import { failIfPersistent } from "../../../lib/api/events/oracles/fail-if-persistent.ts";
import { assertQuiet } from "../../../lib/api/events/oracles/stays-away.ts";
import { staysQuiet, staysQuietAtOnce } from "../../../lib/api/events/oracles/stays-quiet.ts";
import { typesInTurn } from "../../../lib/api/events/oracles/trigger-each.ts";
import { firstOf } from "../../../lib/api/events/event-types.ts";
import { InapplicableError, Violation } from "../../../lib/engine/verdict.ts";
import { receiver, secondMerchant, trigger } from "../../../lib/profile/needs.ts";
import type { Deliveries } from "../../../lib/api/events/deliveries.ts";

export const followsUpdate = stated("delivery.follows-update", {
  sections: ["1", "3.2", "6"],
  needs: [receiver, trigger],
  text: "After an update, events are delivered to the new callback URL and no longer to the old one.",
  check: afterLook(
    lookAtUpdates,
    "delivery.follows-update",
    async ({ deliveries, merchant, others, effort }) => {
      const all = [merchant, ...others];
      for (const [turn, one] of effort.tried(all).entries()) {
        const faults = await faultsAfterUpdate(deliveries, {
          merchant: one,
          others: all.filter((other) => other !== one),
          types: (types) => typesInTurn(effort, types, turn),
        });
        const fault = faults.get("former") ?? (faults.has("foreign") ? undefined : faults.get("missing"));
        if (fault !== undefined) throw fault;
      }
    },
  ),
});

export const ownMerchantOnly = inferred("delivery.own-merchant-only", {
  sections: ["1", "3.2", "6"],
  needs: [receiver, trigger, secondMerchant],
  text: "An event of one merchant is not delivered to the callback URL of another.",
  because: "The callback URL is that of the merchant's own configuration, and its events go there.",
  check: afterLook(
    lookAtUpdates,
    "delivery.own-merchant-only",
    async ({ deliveries, merchant, rival, effort }) => {
      for (const [turn, [own, other]] of [[merchant, rival] as const, [rival, merchant] as const].entries()) {
        if (deliveries.history.excluded.has(eventsAtOthers(own))) continue;
        const faults = await faultsAfterUpdate(deliveries, {
          merchant: own,
          others: [other],
          types: (types) => typesInTurn(effort, types, turn),
        });
        const foreign = faults.get("foreign");
        if (foreign !== undefined) {
          await assertQuiet(deliveries, deliveries.hooksOf(other));
          deliveries.history.reported.add(eventsAtOthers(own));
          throw foreign;
        }
        const [missing] = faults.values();
        if (missing !== undefined) throw dueEventError(deliveries, own.name);
      }
    },
  ),
});

export const subscribedOnly = inferred("delivery.subscribed-only", {
  sections: ["2.1", "6"],
  needs: [receiver, trigger],
  reads: ["eventTypes"],
  text: "Only subscribed event types are delivered.",
  because: "The configuration lists the event types to which it subscribes.",
  check: afterLook(lookAtUpdates, "delivery.subscribed-only", async ({ deliveries, merchant, effort }) => {
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
  text: "No event of a disabled configuration is delivered: at its callback URL, at a former one, or at another merchant's, also after a rejected register, and at once after an update.",
  check: afterLook(lookAtDisabled, "delivery.none-when-disabled", async (context) => {
    const { merchant, others, effort } = context;
    const all = [merchant, ...others];
    for (const [turn, one] of effort.tried(all).entries())
      await staysQuiet(context, { merchant: one, others: all.filter((other) => other !== one), turn });
    if (!effort.isQuick) await staysQuietAtOnce(context, all);
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
