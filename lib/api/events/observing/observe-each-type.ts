import { askTwice, combineByName, summarizeLooks } from "../../../engine/judge/observed.ts";
import type { Plain } from "../../../engine/requirement/plain.ts";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Profile } from "../../../profile/schema/profile-schema.ts";
import { type Arrival, valueOfHeader } from "../../../receiver/arrival.ts";
import { withoutNumbers } from "../../../secrets/without-numbers.ts";
import { createSigner } from "../../../signer/signer.ts";
import { verifiesStandardWebhook } from "../../../signer/standard-webhook.ts";
import { productOf } from "../../exchange/shown-headers.ts";
import type { DeliveriesOfTypes } from "../deliveries/delivery-history.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { inControl } from "../deliveries/in-control.ts";
import { attemptsIn } from "../deliveries/attempts.ts";
import { payloadShape } from "./payload-shape.ts";
import { failSome } from "./observe-answers.ts";
import { registerHook, requireDelivery } from "../deliveries/registration.ts";

const EVENTS_PER_TYPE = 2;

/** The payload of every subscribed event type, by its shape. */
export const observePayloads = ofEachType((came) =>
  Object.fromEntries([...came].map(([type, arrivals]) => [type, payloadShape(arrivals)])),
);

/** Method and headers of deliveries: one value, or two where those of retries differ. */
export const observeHeaders = ofEachType(async (came, context) => {
  const retries = await retriesTo(context);
  const first = headersOfAll([...came.values()].flat());
  const values = new Map([
    ["first", first],
    ["retries", retries.length > 0 ? headersOfAll(retries) : first],
  ]);
  return combineByName(values);
});

/** Whether deliveries verify by the scheme of the profile: in one word, or by event type and for retries where these differ. */
export const observeSignatures = ofEachType(async (came, context) => {
  const known = context.deliveries.signingOf(context.merchant);
  if (known === undefined)
    throw new InconclusiveError("The secret by which deliveries verify is unknown: set events.signing.");
  const statesOf = async (arrivals: readonly Arrival[]) => {
    const own = arrivals.map(async (arrival) => signatureState(arrival, known.signing, known.secret));
    return [...new Set(await Promise.all(own))].toSorted().join(", ");
  };
  const retries = await retriesTo(context);
  const states = new Map<string, string>();
  for (const [type, arrivals] of came) states.set(type, await statesOf(arrivals));
  if (retries.length > 0) states.set("retries", await statesOf(retries));
  return combineByName(states);
});

/** The event types of which a delivery came. */
export const observeTypes = ofEachType((came) => [...came.keys()].toSorted());

/** Looks twice at some deliveries of every subscribed event type. All observations of a run look at the same ones. */
function ofEachType(
  valueOf: (came: DeliveriesOfTypes, context: EventsContext) => Plain | Promise<Plain>,
): ReturnType<typeof askTwice<EventsContext>> {
  return askTwice<EventsContext>(async (context, look) => {
    const { ofTypes } = context.deliveries.history;
    return inControl(async (own) => valueOf((ofTypes[look] ??= await someOfEachType(own)), own))(context);
  });
}

/** The retries to a merchant in the run. Fails one delivery if none has failed yet. */
async function retriesTo({ deliveries, merchant }: EventsContext): Promise<readonly Arrival[]> {
  const ofMerchant = () =>
    deliveries.ledger.failed.filter(({ hook, rows }) => hook.owner === merchant.name && rows.length === 1);
  if (ofMerchant().length === 0) await failSome(deliveries, merchant, 1);
  return ofMerchant().flatMap((failing) => attemptsIn(deliveries, failing).arrivals.slice(1));
}

/** @throws {InconclusiveError} when the way to the receiver was lost meanwhile */
async function someOfEachType({ deliveries, merchant }: EventsContext): Promise<DeliveriesOfTypes> {
  const watch = deliveries.watch();
  const found = await registerHook(deliveries, merchant);
  const { subscribed } = await deliveries.subscription(merchant);
  const came = new Map<string, readonly Arrival[]>();
  for (const type of subscribed) {
    const arrivals: Arrival[] = [];
    for (let event = 0; event < EVENTS_PER_TYPE; event += 1) {
      const emission = await deliveries.trigger(merchant, type);
      await requireDelivery(deliveries, found, emission);
      arrivals.push(...deliveries.at(found.hook, emission).slice(0, 1));
    }
    came.set(type, arrivals);
  }
  watch.assertNoLapse();
  return came;
}

function headersOfAll(arrivals: readonly Arrival[]): Plain {
  return summarizeLooks(arrivals.map((arrival) => headersOf(arrival))).value;
}

/** How a delivery is sent: its method and headers by name, whose product sends it, and as what. */
function headersOf(arrival: Arrival): Plain {
  const { method, headers } = arrival;
  return {
    method,
    names: [...new Set(headers.map(([name]) => withoutNumbers(name.toLowerCase())))].toSorted(),
    contentType: withoutNumbers(valueOfHeader(arrival, "content-type")?.replace(/;.*/, "").trim() ?? "none"),
    userAgent: productOf(valueOfHeader(arrival, "user-agent") ?? "none"),
  };
}

type SignatureState = "verifies" | "does not verify" | "is missing";

/** Result of verifying a delivery's signature by the scheme of the profile. */
async function signatureState(
  arrival: Pick<Arrival, "method" | "target" | "headers" | "body">,
  signing: NonNullable<Profile["events"]["signing"]>,
  secret: string,
): Promise<SignatureState> {
  const { method, target, body } = arrival;
  const valueOf = (name: string) => valueOfHeader(arrival, name) ?? "";
  if (signing.scheme === "standardwebhooks") {
    const signatures = valueOf("webhook-signature");
    if (signatures === "") return "is missing";
    const webhook = { id: valueOf("webhook-id"), timestamp: valueOf("webhook-timestamp"), body };
    return stateInWords(verifiesStandardWebhook(webhook, secret, signatures));
  }
  const { header, prefix, algorithm, payload, encoding, timestampHeader, nonceHeader } = signing;
  const given = valueOf(header);
  if (given === "") return "is missing";
  if (!given.startsWith(prefix)) return "does not verify";
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const own = await createSigner({ algorithm, payload, encoding, timestamp: "unix-ms", nonce: "uuid" });
  const parts = {
    method,
    path,
    query,
    body,
    timestamp: valueOf(timestampHeader),
    nonce: valueOf(nonceHeader),
    apiKey: "",
  };
  return stateInWords(await own.verify(parts, secret, given.slice(prefix.length)));
}

function stateInWords(isVerified: boolean): SignatureState {
  return isVerified ? "verifies" : "does not verify";
}
