import type { Configuration } from "../store.ts";
import type { DeliveryEvent } from "./delivery-event.ts";
import { retriesOf } from "./delivery-rules.ts";
import { isLoopback } from "../../text/is-loopback.ts";
import { deliveryOf } from "./payload.ts";
import type { Sending } from "./sending.ts";

const DUPLICATED_EVERY = 3;
const LATE_MS = 100;
const HOUR_MS = 3_600_000;
const FAILURES_THAT_DISABLE = 6;

/** Delivers an event to a configuration as it was when the event occurred, and again while that fails. */
export async function deliver(sending: Sending, event: DeliveryEvent, due: Configuration): Promise<void> {
  const { choices, rules, sleep } = sending;
  const owner = event.merchant;
  if (choices.undeliveredAddresses === "loopback" && isLoopback(due.callbackUrl)) return;
  const delayMs = choices.deliveryDelayMs + (isLate(sending, event) ? LATE_MS : 0);
  if (delayMs > 0) await sleep(delayMs);
  const attempts = 1 + retriesOf(sending, due, event);
  let failures = 0;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt > 1) await sleep(gapMs(sending, attempt - 1));
    const target = attempt === 1 ? due : retried(sending, due, owner);
    if (target === undefined) return;
    if (!rules.delivery.isAttempted(target, event, attempt)) continue;
    if (attempt > 1) count(sending, owner);
    const url = rules.delivery.url(target, event, attempt);
    sending.log.push({ eventId: `evt-${event.number}`, url });
    const trustedOnly = choices.receiverCertificate === "of-renown";
    const status = await sending.post({ url, trustedOnly, ...deliveryOf(sending, event, due, attempt) });
    if (attempt === 1 && isDuplicated(sending, event))
      await sending.post({ url, trustedOnly, ...deliveryOf(sending, event, due, attempt) });
    if (rules.delivery.isOver(status, sending)) return;
    failures += 1;
    if (failures === FAILURES_THAT_DISABLE) giveUp(sending, owner);
  }
}

/** What a retry goes by: the configuration as it was, as it is now, or nothing any more. */
function retried({ choices, store }: Sending, due: Configuration, owner: string): Configuration | undefined {
  const now = store.configurationOf(owner) ?? due;
  if (now.callbackUrl === due.callbackUrl && now.status === due.status) return due;
  if (choices.retryAfterUpdate === "dropped") return undefined;
  return choices.retryAfterUpdate === "new-url" && now.status === 1 ? now : due;
}

function gapMs({ choices }: Sending, retry: number): number {
  if (choices.retryGaps === "one-hour") return HOUR_MS;
  return choices.retryGaps === "20-ms" ? 20 : 50 * 2 ** (retry - 1);
}

function isLate({ choices }: Sending, { number }: DeliveryEvent): boolean {
  return choices.deliveryOrder === "every-other-late" && number % 2 === 1;
}

function isDuplicated({ choices }: Sending, { number }: DeliveryEvent): boolean {
  return choices.duplicateDeliveries === "every-third" && number % DUPLICATED_EVERY === 0;
}

/** Where retryCount is a counter, a retry moves it. */
function count({ choices, store }: Sending, owner: string): void {
  const current = store.configurationOf(owner);
  if (current === undefined || typeof choices.retryCount === "number") return;
  store.save(owner, { ...current, retryCount: current.retryCount + 1 });
}

function giveUp({ choices, store }: Sending, owner: string): void {
  const current = store.configurationOf(owner);
  if (current !== undefined && choices.statusAfterFailedDeliveries === 0)
    store.save(owner, { ...current, status: 0 });
}
