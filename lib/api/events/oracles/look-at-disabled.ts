import { InconclusiveError } from "../../../engine/verdict.ts";
import { requireSuccess } from "../../exchange/require-success.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { SharedLook } from "../after-look.ts";
import type { Deliveries } from "../deliveries.ts";
import { assertNothingElse, type DueEvent, seeArrival } from "./due-events.ts";
import { registerHook } from "./establish-hook.ts";
import { failBeside, registerFailing } from "./fail-beside.ts";
import { rejectedRegister } from "./rejected-register.ts";
import { UNANSWERED, findMissingRetry } from "./retries-unanswered.ts";
import { triggerEach, typesInTurn } from "./trigger-each.ts";

/**
 * Fails events of one merchant, and disables the webhook of the other at once after an update. One wait then shows attempts
 * too many, and events of the disabled webhook at any URL of the run. In the end, events of both arrive at new URLs.
 */
export const lookAtDisabled: SharedLook = async ({ deliveries, merchant, others: [other], effort }) => {
  const failing = other && (await registerFailing(deliveries, other));
  const quietMs = failing && (await failBeside(deliveries, failing));
  const { types } = await registerHook(deliveries, merchant);
  const since = await deliveries.mark();
  requireSuccess(await merchant.disable());
  const rejected = await rejectedRegister(deliveries, merchant);
  const emissions = await triggerEach(deliveries, merchant, typesInTurn(effort, types, 0));
  const due: DueEvent[] = emissions.map((emission) => ({ emission }));
  if (failing) due.push(await seeArrival(deliveries, failing.found, failing.found.type));
  await deliveries.silence(quietMs);
  assertNothingElse(deliveries, since, due, [rejected]);
  if (failing && quietMs !== undefined && deliveries.at(failing.found.hook, since).length > 1)
    throw new InconclusiveError("More attempts came at failed events than `retryCount` promises.");
  await seeRetryAtNewUrl(deliveries, merchant);
  const kept = ["delivery.none-when-disabled", "delivery.resumes-when-enabled"];
  if (other === undefined || quietMs === undefined) return kept;
  const another = await registerHook(deliveries, other);
  await seeArrival(deliveries, another, another.type);
  return [
    ...kept,
    "delivery.retries",
    "delivery.goes-on-after-failures",
    "delivery.retries-each-event",
    "delivery.retries-the-same-event",
  ];
};

/** @throws {InconclusiveError} or {Violation} when an event does not come to a new URL, or not again after a broken connection */
async function seeRetryAtNewUrl(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  const [broken] = UNANSWERED;
  const { looks } = deliveries.history;
  const { retryCount } = await looks.configuration(merchant);
  if (deliveries.isDirect && broken !== undefined && Number(retryCount ?? 0) > 0) {
    const violation = await findMissingRetry(deliveries, merchant, broken, { failures: 1, due: 2 });
    if (violation !== undefined) throw violation;
    return;
  }
  const found = await registerHook(deliveries, merchant);
  await seeArrival(deliveries, found, found.type);
}
