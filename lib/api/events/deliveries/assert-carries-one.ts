import { InapplicableError } from "../../../engine/record/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { attemptsIn } from "./attempts.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Hook } from "../urls/hook.ts";
import { typesShown } from "./event-types.ts";
import type { Failing, Registration } from "./ledger.ts";
import { bodyKey } from "./new-arrivals.ts";

/** A body that is longer than that of the longest single event by this factor may carry several events. */
const LONGER = 1.25;

/**
 * Compares deliveries with those of single events. The document does not show how a payload carries events (section 6):
 * a target may deliver several in one request.
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
  const single: Arrival[] = [];
  for (const type of types) {
    const [alone] = await deliveries.come(hook, await deliveries.trigger(merchant, type));
    if (alone === undefined) break;
    single.push(alone);
  }
  if (single.length === 0) return;
  const longest = Math.max(...single.map(({ body }) => body.length));
  const isLonger = came.some(({ body }) => body.length > LONGER * longest);
  if (isLonger || tellNothing(single, types)) history.carriesSeveral = true;
  assertCountable(deliveries);
}

/** If deliveries of several failing events are missing, looks whether one delivery may carry several. */
export async function seeSingleEvents(
  deliveries: Deliveries,
  found: Registration,
  played: Pick<Failing, "hook" | "window">,
  least: number,
): Promise<void> {
  const { arrivals } = attemptsIn(deliveries, played);
  if (arrivals.length === 0 || arrivals.length >= least) return;
  played.window.end = await deliveries.mark();
  await assertCarriesOne(deliveries, found.merchant, found, arrivals);
}

/** Whether deliveries of different events are the same. Such a delivery says that something happened, and no more. */
function tellNothing(single: readonly Arrival[], types: readonly string[]): boolean {
  const bodies = new Set(single.map(bodyKey));
  const showTypes = single.some((one) => typesShown(one, types).length > 0);
  return single.length > 1 && bodies.size === 1 && !showTypes;
}

/** @throws {InapplicableError} when a delivery of this run may have carried several events */
export function assertCountable({ history }: Deliveries): void {
  if (history.carriesSeveral)
    throw new InapplicableError(
      "The target may deliver several events in one request, so its deliveries cannot be counted.",
    );
}
