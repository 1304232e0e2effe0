import { setTimeout } from "node:timers/promises";
import { defaultChoices } from "../choices.ts";
import type { ReferenceOptions } from "../reference-options.ts";
import { conformantRules } from "../rules/rules.ts";
import type { Configuration, Store } from "../store.ts";
import { deliver } from "./deliver.ts";
import type { DeliveryEvent } from "./delivery-event.ts";
import { PING } from "./payload.ts";
import { postByUndici } from "./post-by-undici.ts";
import { storeOf } from "./store-of.ts";
import type { Sending } from "./sending.ts";

/** The path where an event is reported to the reference: no part of the API. */
export const EVENTS_PATH = "/_events";
const MAX_LOGGED = 100;
const MAX_TYPE_CHARS = 100;
const PING_DELAYS_MS = { none: 0, ping: 0, "late-ping": 150, "bare-ping": 5 };
const BATCH_MS = 50;

/** The events of the merchants of one reference, and who receives them. */
export interface EventDesk {
  readonly store: Store;
  /** Lets an event happen, by a POST of `{"merchant": name, "eventType": name}`; a GET lists what was delivered last. */
  answer(request: Pick<Request, "method" | "json">): Promise<Response>;
  /** Is called after each request of the API: a callback URL may be new. */
  greet(): void;
}

export function eventDesk(options: ReferenceOptions): EventDesk {
  const sending = sendingOf(options);
  const send = deliveryQueue(sending);
  const greeted = new Map<string, unknown>();
  let events = 0;

  function happen(event: DeliveryEvent): void {
    const { rules, store } = sending;
    for (const name of rules.delivery.recipients(event, sending)) {
      const due = store.configurationOf(name);
      if (due === undefined || !rules.delivery.isEnabled(due) || !rules.delivery.isSubscribed(due, event))
        continue;
      send(name, event, due);
    }
  }

  async function ping(due: Configuration, merchant: string): Promise<void> {
    const delayMs = PING_DELAYS_MS[sending.choices.deliveryAtRegister];
    if (delayMs > 0) await sending.sleep(delayMs);
    await deliver(sending, { number: 0, type: PING, merchant, at: sending.now() }, due);
  }

  return {
    store: sending.store,
    greet() {
      const { deliveryAtRegister } = sending.choices;
      if (deliveryAtRegister === "none") return;
      const isBare = deliveryAtRegister === "bare-ping";
      for (const { name } of sending.merchants) {
        const due = sending.store.configurationOf(name);
        const written = isBare ? due : due?.callbackUrl;
        if (due === undefined || greeted.get(name) === written) continue;
        greeted.set(name, written);
        if (sending.rules.delivery.isEnabled(due)) void ping(due, name);
      }
    },
    async answer(request) {
      if (request.method === "GET") return Response.json({ deliveries: sending.log.slice(-MAX_LOGGED) });
      const asked: unknown = await request.json().catch(() => undefined);
      const { merchant, eventType } = membersOf(asked);
      const owner = sending.merchants.find(({ name }) => name === merchant);
      if (owner === undefined || typeof eventType !== "string" || eventType.length > MAX_TYPE_CHARS) {
        return Response.json(
          { error: "expected the name of a merchant and of an event type" },
          { status: 400 },
        );
      }
      const number = events + 1;
      events += sending.choices.extraEvents === "none" ? 1 : 2;
      for (let one = number; one <= events; one += 1)
        happen({ number: one, type: eventType, merchant: owner.name, at: sending.now() });
      return Response.json({ eventId: `evt-${number}` }, { status: 202 });
    },
  };
}

function sendingOf(options: ReferenceOptions): Sending {
  const { merchants, rules = conformantRules, clock = Date.now, post = postByUndici } = options;
  const choices = { ...defaultChoices, ...options.choices };
  const now = () => clock() + choices.clockOffsetMs;
  const { sleep = async (ms: number) => setTimeout(ms, undefined, { ref: false }) } = options;
  return {
    merchants,
    choices,
    rules,
    store: storeOf(options),
    post,
    now,
    log: [],
    failing: new Map(),
    sleep: async (ms) => void (await sleep(ms)),
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Delivers the events of each merchant: all at once, one after the other, or several in one request. */
function deliveryQueue(
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
