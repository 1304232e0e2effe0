import { InapplicableError, Violation } from "../../../engine/record/verdict.ts";
import type { Deviation } from "../../../engine/requirement/deviation.ts";
import { type Arrival, valueOfHeader } from "../../../receiver/arrival.ts";
import { credentialFinder } from "../../../secrets/redactor.ts";
import type { JsonValue } from "../../json/json.ts";
import { holdsWord, isTellingId } from "../../exchange/telling-id.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import { isForHook } from "../urls/hook.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { missingEventError } from "../deliveries/find-misdelivery.ts";
import { reach } from "../scenes/reach.ts";
import { roundOf } from "../scenes/scene-stage.ts";

/** Shorter credentials would be found by chance. */
const MIN_CREDENTIAL_CHARS = 8;

/** Something that deliveries are searched for. It is never shown. */
export interface SoughtText {
  readonly what: string;
  readonly isIn: (text: string) => boolean;
}

/**
 * Returns every delivery of the run to a merchant. Without any, plays the first scene.
 * @throws {InconclusiveError} when none comes
 */
export async function deliveriesTo(context: EventsContext, merchant: Merchant): Promise<readonly Arrival[]> {
  const { deliveries } = context;
  const came = () =>
    deliveries.all.filter((arrival) =>
      deliveries.addresses.hooksOf(merchant).some((hook) => isForHook(arrival, hook)),
    );
  if (came().length > 0) return came();
  const { rows } = await roundOf(reach, context);
  const due = rows.find((row) => row.merchant === merchant);
  if (came().length === 0 && due !== undefined) throw missingEventError(deliveries, due.hook);
  return came();
}

/** Deliveries show nothing that is sought. @throws {Violation} naming where the first one stands, and never its value */
export function showNothing(
  came: readonly Arrival[],
  sought: readonly SoughtText[],
  deviations: readonly Deviation[] = [],
): void {
  for (const arrival of came) {
    const [what, place] = revealedIn(arrival, sought) ?? [];
    if (what === undefined) continue;
    throw new Violation({
      expected: `no delivery that contains ${what}`,
      actual: `it stands in ${place}`,
      deviations,
    });
  }
}

/** Returns the found value of a delivery and its place. undefined: not found. */
function revealedIn(
  { target, headers, body }: Arrival,
  sought: readonly SoughtText[],
): readonly [what: string, place: string] | undefined {
  const places = [
    ["its body", Buffer.from(body).toString("utf8")],
    ...headers.map(([name, value]) => [`its header ${name.toLowerCase()}`, value] as const),
    ["its path or query", target],
  ] as const;
  for (const { what, isIn } of sought)
    for (const [place, text] of places) if (isIn(text)) return [what, place];
  return undefined;
}

/** Values that belong to one merchant only: its callback URLs, by their tokens, and its merchantId. */
export async function belongingsOf(
  deliveries: Deliveries,
  merchant: Merchant,
  another: Merchant,
): Promise<readonly SoughtText[]> {
  const { configurations } = deliveries.history;
  const { merchantId, callbackUrl } = await configurations.lastSeen(merchant);
  const { merchantId: theirs } = await configurations.lastSeen(another);
  const tokens = deliveries.addresses.hooksOf(merchant).map(({ token }) => token.toLowerCase());
  const urls = typeof callbackUrl === "string" ? [callbackUrl.toLowerCase()] : [];
  const isUrlIn = (text: string) => [...tokens, ...urls].some((one) => text.toLowerCase().includes(one));
  const ofUrl = { what: `a callback URL of merchant ${merchant.name}`, isIn: isUrlIn };
  if (typeof merchantId !== "string" || !isTellingId(merchantId) || contains(theirs, merchantId))
    return [ofUrl];
  const isIdIn = (text: string) => holdsWord(text, merchantId);
  return [ofUrl, { what: `the merchantId of merchant ${merchant.name}`, isIn: isIdIn }];
}

/** A credential of a merchant; nothing where it has none, or a short one. */
export function credentialOf(
  { name }: Merchant,
  kind: string,
  value: string | undefined,
): readonly SoughtText[] {
  if (value === undefined || value.length < MIN_CREDENTIAL_CHARS) return [];
  return [{ what: `the ${kind} of merchant ${name}`, isIn: credentialFinder(value) }];
}

function contains(text: JsonValue | undefined, part: string): boolean {
  return typeof text === "string" && text.includes(part);
}

/**
 * The Host header of each delivery of the run names the host of the receiver.
 * @throws {Violation} when one names another
 * @throws {InapplicableError} when something stands before the receiver, which may change the header
 */
export async function namesTheHost(deliveries: Deliveries): Promise<void> {
  if (!deliveries.isDirect)
    throw new InapplicableError(
      "Something stands before the receiver, so the receiver does not know which host the target named.",
    );
  const { host } = new URL(await deliveries.receiverUrl());
  for (const arrival of deliveries.all) {
    const named = hostIn(arrival);
    if (named === undefined || named === host) continue;
    throw new Violation({
      expected: `the Host header of a delivery to ${deliveries.addresses.shown(arrival)} to be ${host}`,
      actual: named,
    });
  }
}

/** The host that a Host header names, in lower case and without the port of HTTPS. undefined: no header. */
function hostIn(arrival: Arrival): string | undefined {
  const named = valueOfHeader(arrival, "host");
  return named === undefined ? undefined : (URL.parse(`https://${named}`)?.host ?? named);
}
