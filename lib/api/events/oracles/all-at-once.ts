import { InapplicableError, Violation } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { assertCarriesOne } from "./assert-carries-one.ts";
import { registerHook } from "./establish-hook.ts";
import { missingEventError } from "./find-misdelivery.ts";
import { failIfPersistent } from "../rules/persistent-faults.ts";

/**
 * Triggers an event of each subscribed type at the same time, and expects as many deliveries.
 * @throws {Violation} when some do not come, while others do
 * @throws {InapplicableError} when the target may deliver several events in one request
 */
export async function allAtOnce(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  const { hook, types } = await registerHook(deliveries, merchant);
  if (types.length < 2) throw new InapplicableError("Fewer than two event types can be triggered.");
  await failIfPersistent(async () => {
    const since = await deliveries.mark();
    await Promise.all(types.map(async (type) => deliveries.trigger(merchant, type)));
    const came = await deliveries.further(hook, since, { count: types.length });
    const { length } = came;
    if (length >= types.length) return undefined;
    if (length === 0) throw missingEventError(deliveries, hook);
    await assertCarriesOne(deliveries, merchant, { hook, types }, came);
    return new Violation({
      expected: `${types.length} events, triggered at once, to be delivered to ${hook.url}`,
      actual: `${length} of them within ${deliveries.waits.patienceMs / 1000} s`,
    });
  });
}
