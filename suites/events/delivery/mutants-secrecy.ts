import type { Call } from "../../../lib/reference/call.ts";
import { changing, together } from "../../../lib/reference/changes.ts";
import type { Sending } from "../../../lib/reference/delivery/sending.ts";
import { type Change, only, onlySigned, toMutants } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { deliveringTo, retryingWith, carrying } from "./faults.ts";

type Merchant = Call["merchants"][number];
type Telling = (own: Configuration, by: Sending) => string;

/** Adds a text to the body of each delivery. */
const inTheBody = (say: Telling): Change =>
  carrying(({ body }, { own }, { by }) => ({ body: `${body} ${say(own, by)}` }));

/** Adds a header to each delivery. */
const inAHeader = (name: string, say: Telling): Change =>
  carrying(({ headers }, { own }, { by }) => ({ headers: { ...headers, [name]: say(own, by) } }));

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
    "names-another-host-in-retries": retryingWith(({ headers }) => ({
      headers: { ...headers, Host: "10.0.0.8:8080" },
    })),
  },
  "delivery.reveals-nobody-else": {
    "names-other-merchants-in-deliveries": inTheBody((own, by) =>
      text(othersThan(own, by).map(({ merchantId }) => merchantId)),
    ),
    "lists-other-merchants-urls-in-deliveries": inAHeader("x-also-sent-to", (own, by) =>
      othersThan(own, by)
        .map(({ callbackUrl }) => callbackUrl)
        .join(" "),
    ),
    "copies-other-merchants-configurations-into-deliveries": inTheBody((own, by) =>
      text(othersThan(own, by)),
    ),
    "copies-failed-events-to-another-merchant": together(
      changing("delivery.retries", (usual) => usual + 1),
      deliveringTo(({ attempt, own, others: [other] }) =>
        attempt === own.retryCount + 2 ? other?.urls.at(-1) : undefined,
      ),
    ),
    "tells-the-second-merchant-in-retries-of-the-first": retryingWith(({ headers }, { own }, { by }) => {
      const others = othersThan(own, by).map(({ merchantId }) => merchantId);
      return { headers: { ...headers, "x-trace": others.join(" ") } };
    }),
  },
  "delivery.reveals-no-credential": {
    "sends-the-secret-with-deliveries": onlySigned(inTheBody((own, by) => ownerOf(own, by)?.secret ?? "")),
    "sends-the-secret-in-base64-with-deliveries": onlySigned(
      inAHeader("authorization", (own, by) => {
        const { name = "", secret = "" } = ownerOf(own, by) ?? {};
        return `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`;
      }),
    ),
    "sends-the-api-key-with-deliveries": only(
      { mode: "api-key" },
      inAHeader("x-api-key", (own, by) => ownerOf(own, by)?.apiKey ?? ""),
    ),
    "sends-all-api-keys-with-deliveries": onlySigned(
      inTheBody((_own, { merchants }) => text(merchants.map(({ apiKey }) => apiKey))),
    ),
  },
  "delivery.reveals-no-own-key": {
    "sends-the-api-key-with-signed-deliveries": onlySigned(
      inAHeader("x-api-key", (own, by) => ownerOf(own, by)?.apiKey ?? ""),
    ),
  },
});
