import { InapplicableError } from "../../../engine/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Hook } from "../hook.ts";

/** A body that is longer than that of the longest single event by this factor may carry several events. */
const LONGER = 1.25;

/**
 * Compares deliveries with those of single events. How a payload carries events is not shown (section 6): a target may
 * deliver several in one request.
 * @param came deliveries of events that occurred close together
 * @throws {InapplicableError} when one of them may carry several events
 */
export async function assertCarriesOne(
  deliveries: Deliveries,
  merchant: Merchant,
  { hook, types }: { readonly hook: Hook; readonly types: readonly string[] },
  came: readonly Arrival[],
): Promise<void> {
  const { history } = deliveries;
  const single: number[] = [];
  for (const type of types) {
    const [alone] = await deliveries.come(hook, await deliveries.trigger(merchant, type));
    if (alone !== undefined) single.push(alone.body.length);
  }
  if (single.length === 0) return;
  const longest = Math.max(...single);
  if (came.some(({ body }) => body.length > LONGER * longest)) history.carriesSeveral = true;
  assertCountable(deliveries);
}

/** @throws {InapplicableError} when a delivery of this run may have carried several events */
export function assertCountable({ history }: Deliveries): void {
  if (history.carriesSeveral)
    throw new InapplicableError(
      "The target may deliver several events in one request, so its deliveries cannot be counted.",
    );
}
