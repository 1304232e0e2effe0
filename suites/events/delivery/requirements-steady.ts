import { inferred } from "../../../lib/api/events/requirement.ts";
import type { EventsContext } from "../../../lib/api/events/events-context.ts";
import type { Registration } from "../../../lib/api/events/registration.ts";
import { registerHook } from "../../../lib/api/events/oracles/establish-hook.ts";
import { inControl } from "../../../lib/api/events/in-control.ts";
import { arrivesNowhereElse } from "../../../lib/api/events/oracles/arrives-nowhere-else.ts";
import { allArrive } from "../../../lib/api/events/oracles/reaches.ts";
import { rejectedRegister } from "../../../lib/api/events/oracles/rejected-register.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import { receiver, trigger } from "../../../lib/profile/needs.ts";

/** Longer than most caches keep what they read. */
const A_WHILE_MS = { quick: 1_000, standard: 3_000, deep: 30_000 };

export const keepsToTheStoredUrl = inferred("delivery.keeps-to-stored-url", {
  sections: ["1", "3.2", "6"],
  needs: [receiver, trigger],
  text: "Events still go to the stored callback URL after a rejected register, after another merchant's disable, and some seconds after an update.",
  because:
    "Only an accepted register, and a disable by the same merchant, are shown to change where its events go.",
  check: inControl(async (context) => {
    const { deliveries, merchant, others, effort } = context;
    const all = [merchant, ...others];
    const tried = effort.tried(all);
    await staysAfterAWhile(context, all, tried);
    for (const one of tried) {
      const found = await registerHook(deliveries, one);
      const hook = await rejectedRegister(deliveries, one);
      await arrivesNowhereElse(deliveries, found, [...deliveries.hooksOf(one), hook]);
      for (const other of all.filter((each) => each !== one)) await other.disabled();
      await arrivesNowhereElse(deliveries, found, deliveries.hooksOf(one));
    }
  }),
});

export const resumesWhenEnabled = inferred("delivery.resumes-when-enabled", {
  sections: ["3.2", "6"],
  needs: [receiver, trigger],
  text: "After a register has enabled a disabled configuration again, its events are delivered.",
  because: "Notifications are delivered to an enabled configuration, whatever it was before.",
  check: inControl(async ({ deliveries, merchant, others, effort }) => {
    for (const one of effort.tried([merchant, ...others])) {
      await registerHook(deliveries, one);
      await one.disabled();
      await allArrive(deliveries, [await registerHook(deliveries, one)], [0]);
    }
  }),
});

/** One pause serves all merchants: each is updated before it, and gets an event after it. */
async function staysAfterAWhile(
  { deliveries, effort, pause }: EventsContext,
  all: readonly Merchant[],
  tried: readonly Merchant[],
): Promise<void> {
  for (const one of all) await registerHook(deliveries, one);
  const updated: Registration[] = [];
  for (const one of tried) updated.push(await registerHook(deliveries, one));
  for (const isAfter of [false, true]) {
    if (isAfter) await pause(effort.at(A_WHILE_MS));
    for (const found of updated)
      await arrivesNowhereElse(deliveries, found, deliveries.hooksOf(found.merchant));
  }
}
