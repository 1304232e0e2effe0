import type { Call } from "../../../lib/reference/call.ts";
import { changing, together } from "../../../lib/reference/changes.ts";
import type { DeliveryContent } from "../../../lib/reference/delivery/delivery-rules.ts";
import type { Sending } from "../../../lib/reference/delivery/sending.ts";
import { type Change, only, onlySigned, toMutants } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { byAttempt, toAnotherMerchant } from "./faults.ts";

type Merchant = Call["merchants"][number];

/** Deliveries have another body or other headers. */
function telling(
  change: (
    content: DeliveryContent,
    configuration: Configuration,
    sending: Sending,
  ) => Partial<DeliveryContent>,
): Change {
  return changing("delivery.content", (own, _usual, configuration, sending) => ({
    ...own,
    ...change(own, configuration, sending),
  }));
}

/** Adds a text to the body of each delivery. */
const inTheBody = (say: (configuration: Configuration, sending: Sending) => string): Change =>
  telling(({ body }, configuration, sending) => ({ body: `${body} ${say(configuration, sending)}` }));

/** Adds a header to each delivery. */
const inAHeader = (name: string, say: (configuration: Configuration, sending: Sending) => string): Change =>
  telling(({ headers }, configuration, sending) => ({
    headers: { ...headers, [name]: say(configuration, sending) },
  }));

function othersThan({ merchantId }: Configuration, { merchants, store }: Sending): readonly Configuration[] {
  return merchants
    .flatMap(({ name }) => store.configurationOf(name) ?? [])
    .filter((one) => one.merchantId !== merchantId);
}

function ownerOf({ merchantId }: Configuration, { merchants, store }: Sending): Merchant | undefined {
  return merchants.find(({ name }) => store.configurationOf(name)?.merchantId === merchantId);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? Number(one) : one));
}

export const revealingMutants = toMutants({
  "delivery.host": {
    "names-another-host": inAHeader("Host", () => "api.issuer.example"),
    "names-another-host-in-retries": byAttempt((attempt) =>
      telling(({ headers }) => (attempt() === 1 ? {} : { headers: { ...headers, Host: "10.0.0.8:8080" } })),
    ),
  },
  "delivery.reveals-nobody-else": {
    "names-other-merchants-in-deliveries": inTheBody((own, sending) =>
      text(othersThan(own, sending).map(({ merchantId }) => merchantId)),
    ),
    "lists-other-merchants-urls-in-deliveries": inAHeader("x-also-sent-to", (own, sending) =>
      othersThan(own, sending)
        .map(({ callbackUrl }) => callbackUrl)
        .join(" "),
    ),
    "copies-other-merchants-configurations-into-deliveries": inTheBody((own, sending) =>
      text(othersThan(own, sending)),
    ),
    "copies-failed-events-to-another-merchant": together(
      changing("delivery.retries", (usual) => usual + 1),
      toAnotherMerchant((attempt, { retryCount }) => attempt === retryCount + 2),
    ),
    "tells-the-second-merchant-in-retries-of-the-first": byAttempt((attempt) =>
      telling(({ headers }, own, sending) => {
        const others = othersThan(own, sending).map(({ merchantId }) => merchantId);
        return attempt() === 1 ? {} : { headers: { ...headers, "x-trace": others.join(" ") } };
      }),
    ),
  },
  "delivery.reveals-no-credential": {
    "sends-the-secret-with-deliveries": onlySigned(
      inTheBody((own, sending) => ownerOf(own, sending)?.secret ?? ""),
    ),
    "sends-the-secret-in-base64-with-deliveries": onlySigned(
      inAHeader("authorization", (own, sending) => {
        const { name = "", secret = "" } = ownerOf(own, sending) ?? {};
        return `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`;
      }),
    ),
    "sends-the-api-key-with-deliveries": only(
      { mode: "api-key" },
      inAHeader("x-api-key", (own, sending) => ownerOf(own, sending)?.apiKey ?? ""),
    ),
    "sends-all-api-keys-with-deliveries": onlySigned(
      inTheBody((_own, { merchants }) => text(merchants.map(({ apiKey }) => apiKey))),
    ),
  },
  "delivery.reveals-no-own-key": {
    "sends-the-api-key-with-signed-deliveries": onlySigned(
      inAHeader("x-api-key", (own, sending) => ownerOf(own, sending)?.apiKey ?? ""),
    ),
  },
});
