import type { Call } from "../../../lib/reference/call.ts";
import type { DeliveryContent } from "../../../lib/reference/delivery/delivery-rules.ts";
import type { Sending } from "../../../lib/reference/delivery/sending.ts";
import { mutant, type Change } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { delivering, deliveringByAttempt } from "./faults.ts";

type Merchant = Call["merchants"][number];

/** Deliveries have another body or other headers. */
function telling(
  change: (
    content: DeliveryContent,
    configuration: Configuration,
    sending: Sending,
  ) => Partial<DeliveryContent>,
): Change {
  return delivering(({ content }) => ({
    content(usual, configuration, sending) {
      const own = content(usual, configuration, sending);
      return { ...own, ...change(own, configuration, sending) };
    },
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

export const revealingMutants = [
  mutant(
    "names-other-merchants-in-deliveries",
    "delivery.reveals-nobody-else",
    inTheBody((own, sending) => text(othersThan(own, sending).map(({ merchantId }) => merchantId))),
  ),
  mutant(
    "lists-other-merchants-urls-in-deliveries",
    "delivery.reveals-nobody-else",
    inAHeader("x-also-sent-to", (own, sending) =>
      othersThan(own, sending)
        .map(({ callbackUrl }) => callbackUrl)
        .join(" "),
    ),
  ),
  mutant(
    "copies-other-merchants-configurations-into-deliveries",
    "delivery.reveals-nobody-else",
    inTheBody((own, sending) => text(othersThan(own, sending))),
  ),
  mutant(
    "tells-the-second-merchant-in-retries-of-the-first",
    "delivery.reveals-nobody-else",
    deliveringByAttempt(({ content }, attempt) => ({
      content(usual, configuration, sending) {
        const own = content(usual, configuration, sending);
        const others = othersThan(configuration, sending).map(({ merchantId }) => merchantId);
        return attempt() === 1 ? own : { ...own, headers: { ...own.headers, "x-trace": others.join(" ") } };
      },
    })),
  ),
  mutant(
    "sends-the-secret-with-deliveries",
    "delivery.reveals-no-credential",
    inTheBody((own, sending) => ownerOf(own, sending)?.secret ?? ""),
    { mode: "signed" },
  ),
  mutant(
    "sends-the-secret-in-base64-with-deliveries",
    "delivery.reveals-no-credential",
    inAHeader("authorization", (own, sending) => {
      const { name = "", secret = "" } = ownerOf(own, sending) ?? {};
      return `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`;
    }),
    { mode: "signed" },
  ),
  mutant(
    "sends-the-api-key-with-deliveries",
    "delivery.reveals-no-credential",
    inAHeader("x-api-key", (own, sending) => ownerOf(own, sending)?.apiKey ?? ""),
    { mode: "api-key" },
  ),
  mutant(
    "sends-all-api-keys-with-deliveries",
    "delivery.reveals-no-credential",
    inTheBody((_own, { merchants }) => text(merchants.map(({ apiKey }) => apiKey))),
    { mode: "signed" },
  ),
  mutant(
    "sends-the-api-key-with-signed-deliveries",
    "delivery.reveals-no-own-key",
    inAHeader("x-api-key", (own, sending) => ownerOf(own, sending)?.apiKey ?? ""),
    { mode: "signed" },
  ),
];
