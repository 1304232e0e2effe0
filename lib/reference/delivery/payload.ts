import { createHash, createHmac } from "node:crypto";
import { standardWebhookSignature } from "../../signer/standard-webhook.ts";
import type { Choices } from "../choices.ts";
import type { Configuration } from "../store.ts";
import type { DeliveryEvent } from "./delivery-event.ts";
import type { DeliveryContent } from "./delivery-rules.ts";
import type { Sending } from "./sending.ts";

/** A test number of the card schemes, and a one-time code: what a payload holds must never be shown. */
const CARD_NUMBER = "4111111111111111";
const ONE_TIME_CODE = "730194";
/** Says to a callback URL that it is known. */
export const PING = "webhook.ping";

/** The same in its shortest form. */
const BARE_PING: DeliveryContent = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"type":"ping"}',
};

/** Method, headers and body of a delivery, in the form that the choices name. */
export function deliveryOf(
  { choices, merchants, now }: Sending,
  event: DeliveryEvent,
  { merchantId }: Configuration,
  attempt: number,
): DeliveryContent {
  const { deliveryMethod: method, deliveryPayload, deliverySigning, attemptInPayload } = choices;
  if (event.type === PING && choices.deliveryAtRegister === "bare-ping") return BARE_PING;
  const bodyOf = (one: DeliveryEvent) => {
    const data = { ...dataOf(one), ...(attemptInPayload === "number" && { attempt }) };
    const head = { eventId: idOf(one), eventType: one.type, merchantId };
    return bodiesOf(head, data, attempt)[deliveryPayload]();
  };
  const bodies = [event, ...(event.beside ?? [])].map(bodyOf);
  const body = bodies.length === 1 ? bodies.join("") : together(bodies, deliveryPayload);
  const headers: Record<string, string> = {
    "content-type": deliveryPayload === "form" ? "application/x-www-form-urlencoded" : "application/json",
    "user-agent": "reference-events/1",
    ...(deliveryPayload === "challenge" && { "x-event-type": event.type }),
  };
  const secret = merchants.find(({ name }) => name === event.merchant)?.secret;
  if (deliverySigning !== "none" && secret !== undefined)
    Object.assign(headers, signatureOf(deliverySigning, { id: idOf(event), body, at: now() }, secret));
  return { method, headers, body };
}

function idOf({ number }: DeliveryEvent): string {
  return `evt-${number}`;
}

/** The payloads of several events in one request. */
function together(bodies: readonly string[], payload: Choices["deliveryPayload"]): string {
  return payload === "form" ? bodies.join("&") : `[${bodies.join(",")}]`;
}

/** The payload in each of its forms. */
function bodiesOf(
  head: { readonly eventId: string } & Readonly<Record<string, string>>,
  data: Readonly<Record<string, string | number>>,
  number: number,
): Readonly<Record<Choices["deliveryPayload"], () => string>> {
  const { attempt } = data;
  return {
    flat: () => JSON.stringify({ ...head, ...data }),
    enveloped: () => JSON.stringify({ ...head, data }),
    form: () => new URLSearchParams({ ...head, ...stringly(data) }).toString(),
    challenge: () =>
      JSON.stringify({ eventId: head.eventId, challenge: `challenge-of-${head.eventId}`, attempt }),
    encrypted: () =>
      JSON.stringify({
        iv: createHash("md5").update(`${head.eventId} ${number}`).digest("base64"),
        ciphertext: createHash("sha512").update(`${head.eventId} ${number}`).digest("base64"),
      }),
  };
}

function signatureOf(
  scheme: "hmac-sha256" | "standardwebhooks",
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: number },
  secret: string,
): Record<string, string> {
  if (scheme === "standardwebhooks") {
    const webhook = { id, timestamp: String(Math.floor(at / 1000)), body: Buffer.from(body) };
    return {
      "webhook-id": id,
      "webhook-timestamp": webhook.timestamp,
      "webhook-signature": standardWebhookSignature(webhook, secret),
    };
  }
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return { "x-timestamp": String(at), "x-signature": signature };
}

function dataOf({ number, type, at }: DeliveryEvent): Record<string, string | number> {
  if (type === PING) return { registeredAt: new Date(at).toISOString() };
  const common = { cardNumber: CARD_NUMBER, occurredAt: new Date(at).toISOString() };
  if (type === "card.3ds-challenge") return { ...common, oneTimeCode: ONE_TIME_CODE, amount: 100 + number };
  if (type === "card.status") return { ...common, status: "ACTIVE" };
  return { ...common, transactionType: "Authorization", amount: 100 + number };
}

function stringly(data: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
}
