import { requireSuccess } from "../../exchange/require-success.ts";
import type { SharedLook } from "../after-look.ts";
import { assertNothingElse, type DueEvent, requireHook, seeArrival } from "./due-events.ts";
import { registerHook } from "./establish-hook.ts";
import { rejectedRegister } from "./rejected-register.ts";
import { triggerEach, typesInTurn } from "./trigger-each.ts";

/**
 * Disables a webhook, and waits once for its events at any URL of the run. Events of the other merchant arrive meanwhile,
 * and the merchant's own ones after another register.
 */
export const lookAtDisabled: SharedLook = async ({ deliveries, merchant, others, effort }) => {
  await requireHook(deliveries, merchant);
  const { subscribed } = await deliveries.subscription(merchant);
  const witnesses = [];
  for (const other of others) {
    deliveries.history.looks.forget(other);
    witnesses.push(await registerHook(deliveries, other));
  }
  const since = await deliveries.mark();
  requireSuccess(await merchant.disable());
  const rejected = await rejectedRegister(deliveries, merchant);
  const emissions = await triggerEach(deliveries, merchant, typesInTurn(effort, subscribed, 0));
  const due: DueEvent[] = emissions.map((emission) => ({ emission }));
  for (const witness of witnesses) due.push(await seeArrival(deliveries, witness, witness.type));
  await deliveries.silence();
  assertNothingElse(deliveries, since, due, [rejected]);
  const again = await registerHook(deliveries, merchant);
  await seeArrival(deliveries, again, again.type);
  return ["delivery.none-when-disabled", "delivery.resumes-when-enabled"];
};
