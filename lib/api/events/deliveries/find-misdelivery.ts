import { AT_OTHER_MERCHANT, MISSING } from "./delivery-deviations.ts";
import { InconclusiveError, UnreturnedError, Violation } from "../../../engine/record/verdict.ts";
import type { Deviation } from "../../../engine/requirement/deviation.ts";
import { OF_UNUSUAL_URL } from "../../merchant/stored-deviations.ts";
import { changeOfUrl } from "../../merchant/url-change.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Emission } from "../trigger/emission.ts";
import { type Hook, isAt, isForHook } from "../urls/hook.ts";
import { shownTarget } from "../../exchange/shown-target.ts";
import { NothingCameError } from "./delivery-history.ts";
import { isLate } from "./lateness.ts";
import { readJson } from "../../json/json.ts";
import { leavesIn } from "../../json/leaves.ts";
import type { EventRow } from "./ledger.ts";
import { bodyKey, isNewSince, newArrivals } from "./new-arrivals.ts";

/** The target may have stored another URL than the given one. */
const CHANGED_BY_REGISTER = ["after a register", OF_UNUSUAL_URL];
/** A target may greet a callback URL once, also while the webhook is disabled. */
const GREETINGS = 1;

/**
 * How an event that was triggered for a hook did not reach it; undefined: it did.
 * @throws {InconclusiveError} when the target's own log says that it was sent, when nothing has come in the whole run, so that the way to the receiver may be closed, or
 *   when the configuration does not show that the event is to be delivered
 */
export async function findMisdelivery(deliveries: Deliveries, row: EventRow): Promise<Violation | undefined> {
  const { hook, unshown, type, emission } = row;
  const withinMs = deliveries.waits.patienceMs;
  const came = await deliveries.come(hook, emission, withinMs);
  const [elsewhere] = came.filter((arrival) => !isAt(arrival, hook));
  if (elsewhere !== undefined) return atAnotherUrl(row, elsewhere.target);
  if (came.length > 0 && came.every(({ isUnfinished }) => isUnfinished))
    return misdelivered(row, "requests that end before their body does, by its Content-Length or chunks");
  if (came.length > 0) return undefined;
  const ever = newArrivals(deliveries, hook, { after: 0, at: 0 });
  const isUnknown = unshown.length > 0 && ever.length <= GREETINGS;
  const [former] = deliveries.elsewhere(hook, emission);
  const astray = atRoot(deliveries, row);
  if (former !== undefined || astray) deliveries.noteWitness(former ?? { ticks: emission.at }, emission);
  if (former !== undefined && !isUnknown) return atOtherPlace(deliveries, row, former);
  if (astray !== undefined) return astray;
  const listed = await isLogged(deliveries, hook, emission, type);
  if (listed === true) throw lost(hook);
  if (!deliveries.hasDelivered) throw nothingCame(deliveries, hook, listed);
  if (isUnknown) {
    const names = unshown.map((name) => `\`${name}\``).join(" and ");
    throw new UnreturnedError(
      unshown,
      `No event came, and the target does not show ${names}. So it is unknown whether an event was due.`,
    );
  }
  const unlisted = listed === false ? ", and none in the target's log of deliveries" : "";
  const instead = describeInstead(deliveries, row);
  const actual = `no delivery there within ${withinMs / 1000} s${unlisted}, ${instead}`;
  return misdelivered(row, actual, missing(hasForeign(deliveries, row)));
}

/** Whether more new deliveries came to other merchants in the window of an event than were due there. */
function hasForeign(deliveries: Deliveries, { hook, emission }: EventRow): boolean {
  const { addresses, ledger, all } = deliveries;
  const { after, end } = emission;
  const isWithin = (number: number) => number >= after && number < (end?.after ?? Infinity);
  const isOfOthers = (owner: string | undefined) => owner !== undefined && owner !== hook.owner;
  const came = all
    .filter(isNewSince(deliveries, emission))
    .filter((arrival) => isWithin(arrival.number - 1) && isOfOthers(addresses.ownerOf(arrival)));
  const due = ledger.rows.filter(
    (row) => row.isDue && isWithin(row.emission.after) && isOfOthers(row.hook.owner),
  );
  return new Set(came.map(bodyKey)).size > due.length;
}

/** Describes an event that must be delivered: whose it is, when it was triggered, and its callback URL at that time. */
export function describeDue({ type, hook: { owner, url }, when, emission: { wall } }: EventRow): string {
  return `an event ${type} of ${owner} ${when}, triggered at ${new Date(wall).toISOString()}, to be delivered to ${url}, the callback URL at that time`;
}

/** Describes what came in the window of an event that did not come, and what came later to its callback URL. */
function describeInstead(deliveries: Deliveries, { hook, emission: { after, at, end } }: EventRow): string {
  const { addresses } = deliveries;
  const endsAfter = end?.after ?? Infinity;
  const came = deliveries.all.filter(({ number }) => number > after && number <= endsAfter);
  const [first] = came;
  const [later] = deliveries.at(hook, { after, at }).filter(({ number }) => number > endsAfter);
  const others =
    first === undefined
      ? "and nothing at another URL of the receiver"
      : `while ${came.length} other deliveries came, the first one to ${addresses.shown(first)} of ${addresses.ownerOf(first)}`;
  if (later === undefined) return others;
  return `${others}; the next delivery there came ${((later.ticks - at) / 1000).toFixed(1)} s after the trigger`;
}

/** Why nothing can be judged where an event did not come that had to: that is judged elsewhere. */
export function missingEventError(deliveries: Deliveries, hook: Hook): InconclusiveError {
  if (!deliveries.hasDelivered) return nothingCame(deliveries, hook);
  return dueEventError(deliveries, hook.owner);
}

/** The same where events have come before. */
export function dueEventError({ waits }: Deliveries, owner: string): InconclusiveError {
  const advice =
    waits.patienceMs < waits.usualMs ? "" : " If deliveries take longer, set events.waitSeconds.";
  return new InconclusiveError(
    `An event of ${owner} was due, and did not come within ${waits.patienceMs / 1000} s. So another missing event shows nothing.${advice}`,
  );
}

function nothingCame(deliveries: Deliveries, { url }: Hook, listed?: boolean): NothingCameError {
  const seconds = deliveries.waits.patienceMs / 1000;
  const { strays = [], handshakes = [] } = deliveries.receiver ?? {};
  const brokenOff = deliveries.receiver?.brokenOff() ?? 0;
  const trust =
    brokenOff === 0
      ? ""
      : ` ${brokenOff} of its connections ended before a request. This happens if a sender does not trust the certificate.`;
  const [stray] = strays;
  const others =
    stray === undefined
      ? ""
      : ` Other requests came, ${stray.method} at ${new Date(stray.at).toISOString()} for example. They contain no part of a callback URL of the run, so their sender is unknown.`;
  const verified = handshakes.at(-1);
  const verifications =
    verified === undefined
      ? ""
      : ` Requests that only verify a callback URL came, ${verified.method} for example: a delivery has a body.`;
  const log = listed === false ? " Its own log of deliveries lists none." : "";
  const isAnyLate = deliveries.ledger.rows.some((row) => isLate(deliveries, row));
  const late = isAnyLate ? " An event came after this wait. Set events.waitSeconds." : "";
  return new NothingCameError(
    `An event was triggered, and within ${seconds} s no delivery came to the receiver, nor before: the target may not deliver to such addresses as ${url}, or not reach it.${trust}${others}${verifications}${log} Look at events.receiver.${late}`,
  );
}

/** It was sent: what is between the target and us has lost it. */
function lost({ url }: Hook): InconclusiveError {
  return new InconclusiveError(
    `The target's log of deliveries lists a delivery to ${url} that did not arrive. It was sent, and lost on its way. Look at events.receiver.`,
  );
}

/** An event that came to something like its callback URL. */
export function atAnotherUrl(row: EventRow, target: string): Violation {
  const { url, target: given } = row.hook;
  const otherwise = changeOfUrl(given, target, CHANGED_BY_REGISTER);
  return misdelivered(row, `delivered to ${shownTarget(target, [url])}`, [{ ...MISSING, otherwise }]);
}

/** An event that came to a place of the receiver with nothing of its callback URL, perhaps to another merchant. */
export function atOtherPlace(
  deliveries: Deliveries,
  row: EventRow,
  arrival: Arrival,
  deviations?: readonly Deviation[],
): Violation {
  const register = deliveries.addresses.isNamed(arrival) ? "another register" : "no register";
  const place = `delivered to ${deliveries.addresses.shown(arrival)}, which ${register} of this run named`;
  const owner = deliveries.addresses.ownerOf(arrival);
  const isForeign = owner !== undefined && owner !== row.hook.owner;
  return misdelivered(row, place, deviations ?? missing(isForeign));
}

/** An event that came to the root of the receiver. undefined: none did, or others may have sent it. */
export function atRoot(
  deliveries: Deliveries,
  row: EventRow,
  deviations?: readonly Deviation[],
): Violation | undefined {
  if (!deliveries.isAstray(row.emission) || deliveries.hasStrangers) return undefined;
  return misdelivered(row, "delivered to the root of the receiver, without path and query", deviations);
}

function misdelivered(
  row: EventRow,
  actual: string,
  deviations: readonly Deviation[] = [MISSING],
): Violation {
  return new Violation({ expected: describeDue(row), actual, deviations });
}

/** @param isForeign whether it has come to another merchant, or may have */
function missing(isForeign: boolean): readonly Deviation[] {
  return isForeign ? [MISSING, AT_OTHER_MERCHANT] : [MISSING];
}

/**
 * Whether the target's own log of deliveries lists one that has not come to a hook: by its event, at its URL where the log
 * shows URLs; without that by more entries of the URL than have arrived. Undefined: there is no such log.
 * @throws {InconclusiveError} when it cannot be read
 */
async function isLogged(
  deliveries: Deliveries,
  hook: Hook,
  { id }: Emission,
  eventType: string,
): Promise<boolean | undefined> {
  const log = await deliveries.log(hook, eventType);
  if (log === undefined) return undefined;
  const reading = readJson(log);
  const texts = leavesIn(reading.ok ? reading.value : undefined).flatMap(({ value }) =>
    typeof value === "object" ? [] : String(value).toLowerCase(),
  );
  const entriesOf = (text: string) => texts.filter((one) => one.includes(text.toLowerCase())).length;
  const entries = entriesOf(hook.token);
  if (id === undefined) return entries > deliveries.all.filter((one) => isForHook(one, hook)).length;
  const showsUrls = deliveries.addresses.hooks.some(({ token }) => entriesOf(token) > 0);
  return texts.includes(id.toLowerCase()) && (!showsUrls || entries > 0);
}
