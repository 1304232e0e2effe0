import type { Violation } from "../../../engine/verdict.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Registration } from "../registration.ts";
import { enableAgain } from "./enable-again.ts";
import { findMisdelivery } from "./find-misdelivery.ts";
import { failIfPersistent } from "../rules/persistent-faults.ts";

/** Numbers of events, for example 0 and 1: each event is of the next subscribed type. */
type EventNumbers = readonly number[];

/** The numbers of so many events. @param start the first of them */
export function eventNumbers(count: number, start = 0): EventNumbers {
  return Array.from({ length: count }, (_, event) => start + event);
}

/** Triggers events for hooks that are registered, and expects each at its hook. @throws {Violation} */
export async function allArrive(
  deliveries: Deliveries,
  found: readonly Registration[],
  events: EventNumbers,
  withinMs = deliveries.waits.patienceMs,
): Promise<void> {
  for (const event of events)
    try {
      await failIfPersistent(async () => {
        const wrong = await firstMisdelivered(deliveries, found, event, withinMs);
        if (wrong !== undefined) await enableAgain(found);
        return wrong;
      });
    } catch (error) {
      noteMissingTypes(deliveries, found, event);
      throw error;
    }
}

/** Once a failure has reported that a type does not come, other checks use the other types. */
function noteMissingTypes(
  { history, hasDelivered }: Deliveries,
  found: readonly Registration[],
  event: number,
): void {
  for (const one of found) {
    const type = typeOf(one, event);
    if (hasDelivered && !history.arrivedTypes.has(type)) history.missingTypes.add(type);
  }
}

function typeOf({ types, type }: Registration, event: number): string {
  return types[event % types.length] ?? type;
}

async function firstMisdelivered(
  deliveries: Deliveries,
  found: readonly Registration[],
  event: number,
  withinMs: number,
): Promise<Violation | undefined> {
  const sent = [];
  for (const one of found) {
    const type = typeOf(one, event);
    sent.push({ ...one, type, emission: await deliveries.trigger(one.merchant, type) });
  }
  for (const { hook, emission } of sent) await deliveries.come(hook, emission, withinMs);
  const wrong = [];
  for (const one of sent) {
    wrong.push(await findMisdelivery(deliveries, one, one.emission, withinMs));
    if (deliveries.of(one.hook, one.emission).length > 0) deliveries.history.arrivedTypes.add(one.type);
  }
  return wrong.find((violation) => violation !== undefined);
}
