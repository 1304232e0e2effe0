import { InconclusiveError, Violation } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { assertCarriesOne } from "./assert-carries-one.ts";
import { registerHook } from "./establish-hook.ts";
import { missingEventError } from "./find-misdelivery.ts";

/**
 * Triggers events one after the other, and expects a delivery for each.
 * @throws {Violation} when fewer deliveries come than events occurred
 * @throws {InapplicableError} when the target may deliver several events in one request
 * @throws {InconclusiveError} when the target has disabled the configuration meanwhile
 */
export async function noneLost(deliveries: Deliveries, merchant: Merchant, count: number): Promise<void> {
  const { hook, types } = await registerHook(deliveries, merchant);
  const since = await deliveries.mark();
  for (let event = 0; event < count; event += 1)
    await deliveries.trigger(merchant, types[event % types.length] ?? "");
  const came = await deliveries.further(hook, since, { count });
  const { length } = came;
  if (length >= count) return;
  if (length === 0) throw missingEventError(deliveries, hook);
  if ((await merchant.configuration()).status === 0)
    throw new InconclusiveError("The target has disabled the configuration while events occurred.");
  await assertCarriesOne(deliveries, merchant, { hook, types }, came);
  throw new Violation({
    expected: `${count} deliveries of ${count} events to ${hook.url}`,
    actual: `${length} of them within ${deliveries.waits.patienceMs / 1000} s`,
  });
}
