import type { Configuration } from "../store.ts";
import { deliver } from "./deliver.ts";
import type { DeliveryEvent } from "./delivery-event.ts";
import type { Sending } from "./sending.ts";

const BATCH_MS = 50;

/** Delivers the events of each merchant: all at once, one after the other, or several in one request. */
export function deliveryQueue(
  sending: Sending,
): (merchant: string, event: DeliveryEvent, due: Configuration) => void {
  const { choices } = sending;
  const queues = new Map<string, Promise<void>>();
  const batches = new Map<string, DeliveryEvent[]>();

  function queue(merchant: string, event: DeliveryEvent, due: Configuration): void {
    const before = choices.deliveryQueue === "blocking" ? queues.get(merchant) : undefined;
    const delivering = (before ?? Promise.resolve()).then(async () => deliver(sending, event, due));
    queues.set(merchant, delivering);
  }

  /** Of events that occur close together, the first takes the others with it. */
  function batch(merchant: string, event: DeliveryEvent, due: Configuration): void {
    const open = batches.get(merchant);
    if (open !== undefined) return void open.push(event);
    const beside: DeliveryEvent[] = [];
    batches.set(merchant, beside);
    void collect(merchant, { ...event, beside }, due);
  }

  async function collect(merchant: string, event: DeliveryEvent, due: Configuration): Promise<void> {
    await sending.sleep(BATCH_MS);
    batches.delete(merchant);
    queue(merchant, event, due);
  }

  return choices.deliveryBatches === "none" ? queue : batch;
}
