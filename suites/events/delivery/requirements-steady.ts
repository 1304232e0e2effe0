import { afterLook } from "../../../lib/api/events/after-look.ts";
import { lookAtDisabled } from "../../../lib/api/events/oracles/look-at-disabled.ts";
import { lookAtUpdates, SOME_TIME_MS } from "../../../lib/api/events/oracles/look-at-updates.ts";
import { inferred } from "../../../lib/api/events/requirement.ts";
import type { Deliveries } from "../../../lib/api/events/deliveries.ts";
import type { EventsContext } from "../../../lib/api/events/events-context.ts";
import type { Registration } from "../../../lib/api/events/registration.ts";
import { registerHook } from "../../../lib/api/events/oracles/establish-hook.ts";
import { failIfPersistent } from "../../../lib/api/events/oracles/fail-if-persistent.ts";
import { findMisdelivery } from "../../../lib/api/events/oracles/find-misdelivery.ts";
import { arrivesNowhereElse } from "../../../lib/api/events/oracles/arrives-nowhere-else.ts";
import { allArrive, eventNumbers } from "../../../lib/api/events/oracles/reaches.ts";
import { rejectedRegister } from "../../../lib/api/events/oracles/rejected-register.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import { receiver, trigger } from "../../../lib/profile/needs.ts";

/** Longer than most caches keep what they read. */
const A_WHILE_MS = { quick: SOME_TIME_MS, standard: 3_000, deep: 30_000 };

/** From standard depth on, an event of each type of the document. */
const EVENTS = { quick: 1, standard: 3, deep: 3 };

export const keepsToTheStoredUrl = inferred("delivery.keeps-to-stored-url", {
  sections: ["1", "3.2", "6"],
  needs: [receiver, trigger],
  text: "Events still go to the stored callback URL after a rejected register, after another merchant's disable, after an update meanwhile, and some seconds after an update.",
  because:
    "Only an accepted register, and a disable by the same merchant, are shown to change where its events go.",
  check: afterLook(lookAtUpdates, "delivery.keeps-to-stored-url", async (context) => {
    const { deliveries, merchant, others, effort } = context;
    const all = [merchant, ...others];
    const tried = effort.tried(all);
    await staysAfterAWhile(context, all, tried);
    for (const one of tried) {
      const found = await registerHook(deliveries, one);
      const hook = await rejectedRegister(deliveries, one);
      const hooks = [...deliveries.hooksOf(one), hook];
      await arrivesNowhereElse(deliveries, ofType(found, 1), hooks);
      for (const other of all) if (other !== one) await other.disabled();
      await arrivesNowhereElse(deliveries, ofType(found, 2), hooks);
      if (all.length > 1) await firstEventArrives(deliveries, one);
    }
  }),
});

export const resumesWhenEnabled = inferred("delivery.resumes-when-enabled", {
  sections: ["3.2", "6"],
  needs: [receiver, trigger],
  text: "After a register has enabled a disabled configuration again, its events are delivered.",
  because: "Notifications are delivered to an enabled configuration, whatever it was before.",
  check: afterLook(
    lookAtDisabled,
    "delivery.resumes-when-enabled",
    async ({ deliveries, merchant, others, effort }) => {
      for (const one of effort.tried([merchant, ...others])) {
        await registerHook(deliveries, one);
        await one.disabled();
        await allArrive(deliveries, [await registerHook(deliveries, one)], eventNumbers(effort.at(EVENTS)));
      }
    },
  ),
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
      await arrivesNowhereElse(
        deliveries,
        ofType(found, isAfter ? 1 : 0),
        deliveries.hooksOf(found.merchant),
      );
  }
}

/** Updates a callback URL, and expects the first event after that. Each round is a further update. @throws {Violation} */
async function firstEventArrives(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  await failIfPersistent(async () => {
    const found = await registerHook(deliveries, merchant);
    return findMisdelivery(deliveries, found, await deliveries.trigger(merchant, found.type));
  });
}

/** The same registration with another event type, by turns. */
function ofType(found: Registration, turn: number): Registration {
  return { ...found, type: found.types[turn % found.types.length] ?? found.type };
}
