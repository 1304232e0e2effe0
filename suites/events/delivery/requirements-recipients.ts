import { inControl } from "../../../lib/api/events/deliveries/in-control.ts";
import { dueEventError } from "../../../lib/api/events/deliveries/find-misdelivery.ts";
import { inferred, stated } from "../../../lib/api/events/requirement.ts";
import { decidedBy, faultsOf } from "../../../lib/api/events/rules/decided-by.ts";
import {
  assertNoneForeign,
  followsUpdates,
  staysWithItsMerchant,
} from "../../../lib/api/events/rules/recipients.ts";
import { updates } from "../../../lib/api/events/scenes/updates.ts";
import { secondMerchant } from "../../../lib/profile/needs/needs.ts";

export const followsUpdate = stated("delivery.follows-update", {
  sections: ["1", "3.2", "6"],
  text: "After an update, events are delivered to the new callback URL and no longer to the old one.",
  check: decidedBy(updates, followsUpdates),
});

export const ownMerchantOnly = inferred("delivery.own-merchant-only", {
  sections: ["1", "3.2", "6"],
  needs: [secondMerchant],
  text: "An event of one merchant is not delivered to the callback URL of another.",
  because: "The callback URL is that of the merchant's own configuration, and its events go there.",
  check: inControl(async (context) => {
    const faults = await faultsOf(context, updates, staysWithItsMerchant);
    await assertNoneForeign(context, faults);
    if (faults.size > 0) throw dueEventError(context.deliveries, context.merchant.name);
  }),
});
