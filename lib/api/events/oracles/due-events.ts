import { InconclusiveError } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";
import { type Hook, isAt } from "../hook.ts";
import type { Registration } from "../registration.ts";
import { registerHook } from "./establish-hook.ts";
import { missingEventError } from "./find-misdelivery.ts";
import { newArrivals } from "./new-arrivals.ts";

/** An event, and the hook to which it is due. Without a hook, it is due nowhere. */
export interface DueEvent {
  readonly emission: Emission;
  readonly hook?: Hook;
}

/** The event type of a turn. */
export function typeInTurn({ types, type }: Registration, turn: number): string {
  return types[turn % types.length] ?? type;
}

/** Registers a hook of a merchant, and sees an event arrive, unless the merchant has a hook already. */
export async function requireHook(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  if (deliveries.hooksOf(merchant).length > 0) return;
  const found = await registerHook(deliveries, merchant);
  await seeArrival(deliveries, found, found.type);
}

/**
 * Triggers an event, and waits until it has come to its hook.
 * @throws {InconclusiveError} when it does not come to that very URL
 */
export async function seeArrival(
  deliveries: Deliveries,
  { hook, merchant }: Registration,
  type: string,
): Promise<DueEvent> {
  const emission = await deliveries.trigger(merchant, type);
  await deliveries.come(hook, emission);
  assertArrived(deliveries, hook, emission, type);
  return { emission, hook };
}

/** The same for an event of the first type at each hook. The run waits for all of them together. */
export async function seeEachArrive(
  deliveries: Deliveries,
  all: readonly Registration[],
): Promise<readonly DueEvent[]> {
  const due = [];
  for (const { hook, merchant, type } of all)
    due.push({ hook, type, emission: await deliveries.trigger(merchant, type) });
  for (const { hook, emission } of due) await deliveries.come(hook, emission);
  for (const { hook, emission, type } of due) assertArrived(deliveries, hook, emission, type);
  return due;
}

/** @throws {InconclusiveError} */
function assertArrived(deliveries: Deliveries, hook: Hook, emission: Emission, type: string): void {
  const came = deliveries.of(hook, emission);
  if (!deliveries.hasDelivered) throw missingEventError(deliveries, hook);
  if (came.length === 0 || came.some((arrival) => !isAt(arrival, hook)))
    throw new InconclusiveError(`An event ${type} did not come to its callback URL.`);
  deliveries.history.arrivedTypes.add(type);
}

/**
 * Whether each event came once to its hook, and no event anywhere else.
 * @param rejected hooks that the target has rejected
 * @throws {InconclusiveError} when more or fewer deliveries came
 */
export function assertNothingElse(
  deliveries: Deliveries,
  since: Emission,
  due: readonly DueEvent[],
  rejected: readonly Hook[] = [],
): void {
  const ids = new Set(due.flatMap(({ emission: { id } }) => id ?? []));
  for (const hook of [...deliveries.hooks, ...rejected]) {
    const came = newArrivals(deliveries, hook, since).filter((arrival) => {
      const id = deliveries.eventId(arrival);
      return id === undefined || ids.size === 0 || ids.has(id);
    });
    const expected = due.filter((one) => one.hook?.token === hook.token).length;
    if (came.length !== expected)
      throw new InconclusiveError(`${came.length} deliveries came to ${hook.url}, and ${expected} were due.`);
  }
}
