import { requireSuccess } from "../../exchange/require-success.ts";
import type { SharedLook } from "../after-look.ts";
import { ORDINARY_FORMS } from "../url-forms.ts";
import { assertNothingElse, type DueEvent, requireHook, seeArrival, typeInTurn } from "./due-events.ts";
import { registerHook } from "./establish-hook.ts";
import { rejectedRegister } from "./rejected-register.ts";
import { triggerEach, typesInTurn } from "./trigger-each.ts";

/** Longer than many caches keep what they read. */
export const SOME_TIME_MS = 1_000;

/**
 * Updates the callback URL of each merchant, and waits once for deliveries to any other URL. Then a register is rejected,
 * the other merchant is disabled, and a last update follows. The URLs have different forms.
 */
export const lookAtUpdates: SharedLook = async ({ deliveries, merchant, others, effort, pause }) => {
  for (const one of [merchant, ...others]) await requireHook(deliveries, one);
  const forms = effort.tried(ORDINARY_FORMS).map((form) => ({ form }));
  const rest = [];
  for (const other of others) rest.push(await registerHook(deliveries, other, forms.shift()));
  const own = await registerHook(deliveries, merchant, forms.shift());
  const { unsubscribed } = await deliveries.subscription(merchant);
  const since = await deliveries.mark();
  const due: DueEvent[] = [];
  for (const [place, found] of [own, ...rest].entries()) {
    for (const type of typesInTurn(effort, found.types, place))
      due.push(await seeArrival(deliveries, found, type));
    if (found === own)
      for (const emission of await triggerEach(deliveries, merchant, effort.tried(unsubscribed)))
        due.push({ emission });
  }
  await Promise.all([deliveries.silence(), pause(SOME_TIME_MS)]);
  assertNothingElse(deliveries, since, due);
  const rejected = await rejectedRegister(deliveries, merchant);
  for (const other of others) requireSuccess(await other.disable());
  due.push(await seeArrival(deliveries, own, typeInTurn(own, 2)));
  assertNothingElse(deliveries, since, due, [rejected]);
  const last = await registerHook(deliveries, merchant, forms.shift());
  const now = await deliveries.mark();
  assertNothingElse(deliveries, now, [await seeArrival(deliveries, last, typeInTurn(last, 1))], [rejected]);
  return [
    "delivery.follows-update",
    "delivery.keeps-to-stored-url",
    ...(forms.length === 0 ? ["delivery.url-forms"] : []),
    ...(others.length > 0 ? ["delivery.own-merchant-only"] : []),
    ...(unsubscribed.length > 0 ? ["delivery.subscribed-only"] : []),
  ];
};
