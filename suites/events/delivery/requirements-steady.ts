import { inArrivals, inControl } from "../../../lib/api/events/deliveries/in-control.ts";
import { inferred, stated } from "../../../lib/api/events/requirement.ts";
import { decidedBy, faultsOf } from "../../../lib/api/events/rules/decided-by.ts";
import {
  assertNoneForeign,
  foreignFault,
  keepsToStoredUrl,
  resumes,
  staysQuiet,
} from "../../../lib/api/events/rules/recipients.ts";
import { assertNoneUnsubscribed, deliversSubscribedOnly } from "../../../lib/api/events/rules/subscribed.ts";
import { disabled } from "../../../lib/api/events/scenes/disabled.ts";
import { unmoved, updates } from "../../../lib/api/events/scenes/updates.ts";

export const noneWhenDisabled = stated("delivery.none-when-disabled", {
  sections: ["3.2", "6"],
  text: "No event of a disabled configuration is delivered: at its callback URL, at a former one, or at another merchant's, also after a rejected register, and at once after an update.",
  check: inControl(async (context) => {
    const faults = await faultsOf(context, disabled, staysQuiet);
    const foreign = [context.merchant, ...context.others].map(foreignFault);
    for (const [name, fault] of faults) if (!foreign.includes(name)) throw fault;
    await assertNoneForeign(context, faults);
  }),
});

export const resumesWhenEnabled = inferred("delivery.resumes-when-enabled", {
  sections: ["3.2", "6"],
  text: "After a register has enabled a disabled configuration again, its events are delivered.",
  because: "Notifications are delivered to an enabled configuration, whatever it was before.",
  check: decidedBy(disabled, resumes),
});

export const keepsToTheStoredUrl = inferred("delivery.keeps-to-stored-url", {
  sections: ["1", "3.2", "6"],
  text: "Events still go to the stored callback URL after a rejected register, after another merchant's disable, after an update meanwhile, some seconds after an update, after an update back to a former one, and after a register that enables again.",
  because:
    "Only an accepted register, and a disable by the same merchant, are shown to change where its events go.",
  check: async (context) => {
    await decidedBy(unmoved, keepsToStoredUrl)(context);
    await decidedBy(updates, keepsToStoredUrl)(context);
    await decidedBy(disabled, keepsToStoredUrl)(context);
  },
});

export const subscribedOnly = inferred("delivery.subscribed-only", {
  sections: ["2.1", "6"],
  reads: ["eventTypes"],
  text: "Only subscribed event types are delivered, also after a disable and a register, after a rejected register, and after deliveries that failed.",
  because: "The configuration lists the event types to which it subscribes.",
  check: async (context) => {
    await decidedBy(updates, deliversSubscribedOnly)(context);
    await decidedBy(disabled, deliversSubscribedOnly)(context);
    await decidedBy(unmoved, deliversSubscribedOnly)(context);
    await inArrivals(async (all) => assertNoneUnsubscribed(all))(context);
  },
});
