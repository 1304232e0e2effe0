import { createHash } from "node:crypto";
import type { Choices } from "../choices.ts";
import type { Configuration } from "../store.ts";
import type { DeliveryEvent } from "./delivery-event.ts";
import { retriesOf } from "./delivery-rules.ts";
import { isLoopback } from "../../text/is-loopback.ts";
import { deliveryOf, PING } from "./payload.ts";
import type { OutgoingRequest, Reply } from "./post-by-undici.ts";
import type { Sending } from "./sending.ts";

const DUPLICATED_EVERY = 3;
const LATE_MS = 100;
const FAILURES_THAT_DISABLE = 6;
const A_WHILE_MS = 300;
const REDIRECTS = [301, 302, 303, 307, 308];
/** After these a browser asks the other URL by GET, without a body. */
const ASKED_BY_GET = [301, 302, 303];

const HOUR_MS = 3_600_000;
/** Who retries more often takes its time. */
const BRISK_RETRIES = 20;

const meant: Readonly<Record<Choices["retryGaps"], (retry: number) => number>> = {
  "20-ms": () => 20,
  "doubling-from-50-ms": (retry) => 50 * 2 ** (retry - 1),
  "one-hour": () => HOUR_MS,
  "doubling-from-2-s": (retry) => 2_000 * 2 ** (retry - 1),
  "fivefold-from-2-s": (retry) => 2_000 * 5 ** (retry - 1),
  "up-and-down": (retry) => (retry % 2 === 1 ? 30_000 : 2_000),
};

const parts: Readonly<Record<Choices["retryJitter"], readonly [least: number, most: number]>> = {
  none: [1, 1],
  "20-percent": [0.8, 1.2],
  full: [0, 1],
};

/** Delivers an event to a configuration as it was when the event occurred, and again while that fails. */
export async function deliver(sending: Sending, event: DeliveryEvent, due: Configuration): Promise<void> {
  const { choices, rules, sleep } = sending;
  const owner = event.merchant;
  if (choices.undeliveredAddresses === "loopback" && isLoopback(due.callbackUrl)) return;
  const delayMs = choices.deliveryDelayMs + (isLate(sending, event) ? LATE_MS : 0);
  if (delayMs > 0) await sleep(delayMs);
  const attempts = event.type === PING ? 1 : 1 + retriesOf(sending, due, event);
  for (let number = 1; number <= attempts; number += 1) {
    if (number > 1) await sleep(gapMs(choices, event, number - 1));
    const target = number === 1 ? due : retried(sending, due, owner);
    if (target === undefined) return;
    if (!rules.delivery.isAttempted(target, event, number)) continue;
    if (number > 1) count(sending, owner);
    const url = rules.delivery.url(target, event, number);
    sending.log.push({ eventId: `evt-${event.number}`, url });
    const content = rules.delivery.content(deliveryOf(sending, event, due, number), due, sending);
    const answer = await attempt(sending, { url, ...content });
    if (number === 1 && isDuplicated(sending, event)) await attempt(sending, { url, ...content });
    const isOver = rules.delivery.isOver(answer, sending);
    void giveUp(sending, owner, isOver);
    if (isOver) return;
  }
}

/** The configuration that a retry uses: the configuration as it was, as it is now, or nothing any more. */
function retried({ choices, store }: Sending, due: Configuration, owner: string): Configuration | undefined {
  const now = store.configurationOf(owner) ?? due;
  if (now.callbackUrl === due.callbackUrl && now.status === due.status) return due;
  if (choices.retryAfterUpdate === "dropped") return undefined;
  return choices.retryAfterUpdate === "new-url" && now.status === 1 ? now : due;
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

/** Counts the deliveries to one callback URL that fail in a row, and disables the configuration after some, if that is the choice. */
async function giveUp(
  { choices, store, sleep, failing }: Sending,
  owner: string,
  isOver: boolean,
): Promise<void> {
  const current = store.configurationOf(owner);
  const known = failing.get(owner);
  const before = known?.url === current?.callbackUrl ? (known?.times ?? 0) : 0;
  const times = isOver ? 0 : before + 1;
  failing.set(owner, { url: current?.callbackUrl, times });
  if (current === undefined || times !== FAILURES_THAT_DISABLE) return;
  if (choices.statusAfterFailedDeliveries === "kept") return;
  const disabled = { ...current, status: 0 };
  store.save(owner, disabled);
  if (choices.statusAfterFailedDeliveries === 0) return;
  await sleep(A_WHILE_MS);
  if (store.configurationOf(owner) === disabled) store.save(owner, { ...disabled, status: 1 });
}

/** Sends a delivery once, and on to where it is led, if that is the choice; undefined: no answer came in time. */
async function attempt({ choices, post }: Sending, delivery: OutgoingRequest): Promise<Reply | undefined> {
  const how = {
    trustedOnly: choices.receiverCertificate === "of-renown",
    timeoutMs: choices.deliveryTimeoutMs,
  };
  const reply = await post({ ...delivery, ...how });
  const location = reply?.headers.get("location");
  if (reply === undefined || location === undefined || !REDIRECTS.includes(reply.status)) return reply;
  const url = URL.parse(location, delivery.url)?.href;
  if (choices.deliveryRedirects === "not-followed" || url === undefined) return reply;
  const isAsked = choices.deliveryRedirects === "as-browsers-do" && ASKED_BY_GET.includes(reply.status);
  const led = isAsked ? ({ method: "GET", headers: {}, body: "" } as const) : delivery;
  return post({ ...led, ...how, url });
}

/** The pause before a retry of an event, in milliseconds; the first retry has number 1. */
function gapMs({ retryGaps, retryJitter }: Choices, { number }: DeliveryEvent, retry: number): number {
  if (retry > BRISK_RETRIES) return HOUR_MS;
  const [least, most] = parts[retryJitter];
  const [byte = 0] = createHash("sha256").update(`${number} ${retry}`).digest();
  return Math.round(meant[retryGaps](retry) * (least + (byte / 255) * (most - least)));
}
