import { InapplicableError, InconclusiveError } from "../../../engine/verdict.ts";
import { summarizeLooks } from "../../../engine/observed.ts";
import type { Plain } from "../../../engine/plain.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { withoutNumbers } from "../../../secrets/without-numbers.ts";
import { payloadShape } from "../payload-shape.ts";
import { signatureState } from "../signature-state.ts";
import { productOf } from "../../exchange/shown-headers.ts";
import { countAttempts } from "./count-attempts.ts";
import { deliveredAgainMs, lateMs } from "./delivered-again.ts";
import { missingEventError } from "./find-misdelivery.ts";
import { registerHook, requireDelivery } from "./establish-hook.ts";

const EVENTS_PER_TYPE = 2;
/** Other answers of a receiver; the last one may end a subscription. */
const OPEN_ANSWERS = [302, 404, 429, 410];
const FAILURES = 2;
const UNITS: readonly (readonly [maxMs: number, words: string])[] = [
  [1_000, "under a second"],
  [60_000, "seconds"],
  [3_600_000, "minutes"],
];

/** The payload of every subscribed event type, by its shape. */
export async function observePayloads(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const came = [...(await someOfEachType(deliveries, merchant))];
  return Object.fromEntries(came.map(([type, arrivals]) => [type, payloadShape(arrivals)]));
}

/** Method and headers of deliveries. */
export async function headersSent(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const came = [...(await someOfEachType(deliveries, merchant)).values()].flat();
  return summarizeLooks(came.map((arrival) => headersOf(arrival))).value;
}

/** Whether deliveries verify by the scheme of the profile: in one word, or by event type where types differ. */
export async function observeSignatures(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const known = deliveries.signingOf(merchant);
  if (known === undefined)
    throw new InconclusiveError("The secret by which deliveries verify is unknown: set events.signing.");
  const states = new Map<string, string>();
  for (const [type, came] of await someOfEachType(deliveries, merchant)) {
    const own = came.map(async (arrival) => signatureState(arrival, known.signing, known.secret));
    states.set(type, [...new Set(await Promise.all(own))].toSorted().join(", "));
  }
  const [first, ...others] = new Set(states.values());
  return first !== undefined && others.length === 0 ? first : Object.fromEntries(states);
}

/** Whether events are delivered to a receiver whose certificate is of no known authority. */
export async function selfSigned(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const found = await registerHook(deliveries, merchant);
  if (deliveries.receiver?.isSelfSigned !== true)
    throw new InapplicableError("The receiver has no generated certificate.");
  const { brokenOff } = deliveries.receiver;
  if (deliveries.history.silence !== undefined && brokenOff > 0) return "refused";
  const emission = await deliveries.trigger(merchant, found.type);
  const came = await deliveries.come(found.hook, emission);
  if (came.length > 0) return "accepted";
  if (deliveries.receiver.brokenOff > brokenOff) return "refused";
  throw missingEventError(deliveries, found.hook);
}

/** The event types of which a delivery came. */
export async function typesDelivered(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  return [...(await someOfEachType(deliveries, merchant)).keys()].toSorted();
}

/** How long retries take, in words that jitter does not change. */
export async function retriesInTime(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const seen = deliveries.history.pauses.find(({ length }) => length >= FAILURES);
  const gapsMs = seen ?? (await countAttempts(deliveries, merchant, FAILURES, FAILURES + 1)).gapsMs;
  return gapsMs.slice(0, FAILURES).map((ms) => UNITS.find(([maxMs]) => ms < maxMs)?.[1] ?? "hours");
}

/** Some deliveries of every subscribed event type. */
async function someOfEachType(
  deliveries: Deliveries,
  merchant: Merchant,
): Promise<ReadonlyMap<string, readonly Arrival[]>> {
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
  return came;
}

/** How a delivery is sent: its method and headers by name, whose product sends it, and as what. */
function headersOf({ method, headers }: Arrival): Plain {
  const valueOf = (name: string) => headers.find(([own]) => own.toLowerCase() === name)?.[1];
  return {
    method,
    names: [...new Set(headers.map(([name]) => withoutNumbers(name.toLowerCase())))].toSorted(),
    contentType: withoutNumbers(valueOf("content-type")?.replace(/;.*/, "").trim() ?? "none"),
    userAgent: productOf(valueOf("user-agent") ?? "none"),
  };
}

/** Observes whether the target delivers again after an answer that is neither a success nor a failure. */
export async function meaningOfAnswers(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const withinMs = await lateMs(deliveries, merchant);
  const meanings: [string, string][] = [];
  for (const status of OPEN_ANSWERS) {
    deliveries.failures.take(1);
    const againMs = await deliveredAgainMs(deliveries, merchant, { status }, withinMs);
    meanings.push([String(status), againMs === undefined ? "final" : "delivered again"]);
  }
  return Object.fromEntries(meanings);
}
