import { before, changing, holding, withMemory } from "../../../lib/reference/changes.ts";
import type { DeliveryEvent } from "../../../lib/reference/delivery/delivery-event.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Configuration, Store } from "../../../lib/reference/store.ts";

/** Deliveries go to another URL than the registered one. */
export const deliveringTo = (
  change: (url: string, attempt: number, event: DeliveryEvent) => string,
): Change =>
  changing("delivery.url", (usual, _configuration, event, attempt) => change(usual, attempt, event));

/** Parts of URLs are replaced in deliveries. */
export const rewriting = (part: RegExp, other: string): Change =>
  deliveringTo((url) => url.replace(part, other));

/** The change depends on the number of the attempt: 1 is the first delivery of an event. */
export const byAttempt = (change: (attempt: () => number) => Change): Change =>
  withMemory(holding(0), (memory) => [
    before("delivery.url", (_configuration, _event, attempt) => {
      memory.value = attempt;
    }),
    change(() => memory.value),
  ]);

/** Whether it is the configuration of the first merchant. */
export const isFirst = ({ merchantId }: Configuration): boolean => merchantId.endsWith("1");
export const isOfSecond = (configuration: Configuration): boolean => !isFirst(configuration);

/** Whether an event has this type. */
export const isType =
  (type: string) =>
  (_configuration: Configuration, event: DeliveryEvent): boolean =>
    event.type === type;

/** The server's clock, in milliseconds. */
export const msOf = (store: Store): number => Number(store.nextInstant() / 1_000_000n);
