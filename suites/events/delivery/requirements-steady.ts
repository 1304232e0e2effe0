import { inferred } from "../../../lib/api/events/requirement.ts";
import type { EventsContext } from "../../../lib/api/events/events-context.ts";
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
    const { merchant, others, effort } = context;
    const pairs = [[merchant, others], ...others.map((one) => [one, [merchant]] as const)] as const;
    for (const [one, rest] of effort.tried(pairs)) await staysTheSame(context, one, rest);
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

async function staysTheSame(
  { deliveries, effort, pause }: EventsContext,
  one: Merchant,
  others: readonly Merchant[],
): Promise<void> {
  for (const other of others) await registerHook(deliveries, other);
  await registerHook(deliveries, one);
  const found = await registerHook(deliveries, one);
  await arrivesNowhereElse(deliveries, found, deliveries.hooksOf(one));
  await pause(effort.at(A_WHILE_MS));
  await arrivesNowhereElse(deliveries, found, deliveries.hooksOf(one));
  const hook = await rejectedRegister(deliveries, one);
  await arrivesNowhereElse(deliveries, found, [...deliveries.hooksOf(one), hook]);
  for (const other of others) await other.disabled();
  await arrivesNowhereElse(deliveries, found, deliveries.hooksOf(one));
}
