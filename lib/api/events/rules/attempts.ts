import { InapplicableError, InconclusiveError, Violation } from "../../../engine/record/verdict.ts";
import type { Deviation } from "../../../engine/requirement/deviation.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import { writeJson } from "../../json/json.ts";
import {
  type Attempts,
  attemptsIn,
  attemptsOf,
  groupedSurely,
  hasFailed,
  inWords,
} from "../deliveries/attempts.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import {
  AT_FORMER_URL,
  AT_ROOT,
  asRetry,
  MISSING_AFTER_FAILURE,
  MISSING_RETRY,
  MOVED_URL,
} from "../deliveries/delivery-deviations.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { bodyKey, isNewSince, newArrivals } from "../deliveries/new-arrivals.ts";
import { isAt, isForHook } from "../urls/hook.ts";
import type { EventRow, Failing, Failures } from "../deliveries/ledger.ts";
import {
  atAnotherUrl,
  atOtherPlace,
  atRoot,
  describeDue,
  missingEventError,
} from "../deliveries/find-misdelivery.ts";
import { reach } from "../scenes/reach.ts";
import { promiseIn } from "../scenes/fail-deliveries.ts";
import { roundOf } from "../scenes/scene-stage.ts";
import { assertKeptOnTheWay, misdeliveriesOf } from "./arrivals.ts";
import type { RoundRule } from "./decided-by.ts";

export function ofFailing(
  judge: (deliveries: Deliveries, failing: Failing, context: EventsContext) => Promise<Violation | undefined>,
): RoundRule {
  return async (context, { failing }) =>
    failing === undefined ? [] : [[failing.plan.when, await judge(context.deliveries, failing, context)]];
}

/** As many attempts come as are due, each to the callback URL. */
export const isRetried = ofFailing(async (deliveries, failing) => {
  const { hook, plan, rows, end } = failing;
  const seen = attemptsOrMissing(deliveries, failing);
  const { arrivals } = seen;
  const [row] = rows;
  const mangled = arrivals.find((arrival) => !isAt(arrival, hook));
  if (mangled !== undefined) {
    await assertKeptOnTheWay(deliveries, hook);
    return atAnotherUrl(row, mangled.target);
  }
  const isNew = isNewSince(deliveries, failing.window);
  const elsewhere = deliveries.elsewhere(hook, failing.window).filter(isNew);
  const keys = arrivals.slice(0, 1).map(bodyKey);
  const copyIn = (all: readonly Arrival[]) => all.find((arrival) => keys.includes(bodyKey(arrival)));
  if (arrivals.length >= plan.least) {
    // Attempts after those that are due may go to a newer callback URL.
    const copy = copyIn(elsewhere.filter(({ number }) => number <= end.after));
    return copy
      ? atOtherPlace(deliveries, row, copy, [asRetry(AT_FORMER_URL)])
      : atRoot(deliveries, { ...row, emission: { ...row.emission, end } }, [asRetry(AT_ROOT)]);
  }
  const toOthers = deliveries.all.filter((arrival) => isNew(arrival) && !isForHook(arrival, hook));
  const copy = copyIn([...elsewhere, ...toOthers]);
  if (copy !== undefined) return atOtherPlace(deliveries, row, copy);
  assertSteady(failing, seen);
  if (rows.length === 1 && isAccepted(arrivals.at(-1))) throw isMixed(seen);
  assertWindow(deliveries, `The receiver saw ${inWords(seen)}, of ${plan.least} expected,`);
  const [astray] = rows.length > 1 ? elsewhere : [];
  if (astray !== undefined) return atOtherPlace(deliveries, row, astray);
  const { least, most } = plan;
  const count = most === undefined || rows.length > 1 ? `at least ${least}` : `${most}`;
  return unlike(failing, seen, count, [MISSING_RETRY]);
});

/** No attempt comes beside those that are due. */
export const isNotRetriedMore = ofFailing(async (deliveries, failing, context) => {
  const { most, least, steps } = failing.plan;
  if (most === undefined) return undefined;
  await deliveries.until(failing.closesAt);
  const all = attemptsIn(deliveries, failing, failing.closesAt);
  if (all.arrivals.length === 0) throw missingEventError(deliveries, failing.hook);
  // Of several events one may have the retries of another.
  if (failing.rows.length > 1 && all.arrivals.length <= least) return undefined;
  const { seen, row } = mostAttempted(deliveries, failing, all);
  const count = seen.alike < least ? seen.arrivals.length : seen.alike;
  if (count <= most) return undefined;
  const ofCopy = steps.length < most ? 1 : most;
  if ((await isDeliveredTwice(context)) && count <= most + ofCopy) return undefined;
  if (seen.alike < count) throw isMixed(seen);
  assertSteady(failing, seen);
  return unlike({ ...failing, rows: [row] }, seen, `${most}`);
});

/** Of several events, the one with most attempts, and these. Without any where the events are not told apart. */
function mostAttempted(
  deliveries: Deliveries,
  { rows }: Failing,
  all: Attempts,
): { readonly row: EventRow; readonly seen: Attempts } {
  if (rows.length === 1) return { row: rows[0], seen: all };
  const byEvent = groupedSurely(deliveries, rows, all.arrivals) ?? [];
  const counts = byEvent.map(({ length }) => length);
  const place = counts.indexOf(Math.max(...counts));
  return { row: rows[place] ?? rows[0], seen: attemptsOf(byEvent[place] ?? []) };
}

/** Whether an event that the receiver accepts comes twice: then each of the two deliveries may be retried. */
async function isDeliveredTwice(context: EventsContext): Promise<boolean> {
  const { deliveries } = context;
  const { rows } = await roundOf(reach, context);
  return [...Map.groupBy(rows, ({ hook }) => hook)].some(([hook, own]) => {
    const ever = { after: 0, at: 0 };
    const events = Math.max(own.length, newArrivals(deliveries, hook, ever).length);
    return deliveries.at(hook, ever).length > events;
  });
}

/** Further events come to a URL while and after deliveries fail there. A target that has disabled the webhook owes none. */
export const goesOn = ofFailing(async (deliveries, failing) => {
  const { rows, plan } = failing;
  const seen = attemptsIn(deliveries, failing);
  const { arrivals } = seen;
  if (plan.events === undefined)
    return keepsItsUrl(failing) ?? missingAfterFailure(deliveries, failing, seen);
  const last = rows.length > 1 ? rows.at(-1) : undefined;
  if (last === undefined)
    throw new InconclusiveError("A failed delivery was not made up for, and later events may wait for it.");
  const due = dueBy(plan, rows.length);
  const { id } = last.emission;
  const isOfLast = (arrival: Arrival) => deliveries.eventId(arrival) === id;
  const hasCome = () => id !== undefined && attemptsIn(deliveries, failing).arrivals.some(isOfLast);
  if (arrivals.length >= due) {
    const isKnown = (arrival: Arrival) => deliveries.eventId(arrival) !== undefined;
    if (id === undefined || !arrivals.every(isKnown)) return undefined;
    await deliveries.until(deliveries.now + deliveries.waits.patienceMs, hasCome);
  }
  if (hasCome()) return undefined;
  assertSteady(failing, seen);
  assertWindow(deliveries, `An event ${last.when} did not come`);
  return new Violation({
    expected: describeDue(last),
    actual: `${arrivals.length} of ${due} deliveries of all events there`,
    deviations: [MISSING_RETRY],
  });
});

/** The configuration keeps its callback URL while deliveries fail there. */
function keepsItsUrl({ hook, before, after: { callbackUrl } }: Failing): Violation | undefined {
  const hasMoved = before.callbackUrl === hook.url && callbackUrl !== undefined && callbackUrl !== hook.url;
  if (!hasMoved) return undefined;
  return new Violation({
    expected: `the configuration of ${hook.owner} to show ${hook.url} while deliveries fail there, as before`,
    actual: `callbackUrl ${writeJson(callbackUrl)}`,
    deviations: [MOVED_URL],
  });
}

/**
 * How an event did not come, which may have been triggered after others had failed.
 * @throws {InconclusiveError} when no delivery of the run has failed
 */
async function missingAfterFailure(
  deliveries: Deliveries,
  failing: Failing,
  seen: Attempts,
): Promise<Violation | undefined> {
  if (seen.arrivals.length > 0) return undefined;
  const [row] = failing.rows;
  if (!deliveries.all.some(hasFailed)) throw missingEventError(deliveries, row.hook);
  assertSteady(failing, seen);
  const wrong = await misdeliveriesOf(deliveries, [row], () => MISSING_AFTER_FAILURE);
  if (wrong.size > 0) await assertKeptOnTheWay(deliveries, row.hook);
  return wrong.get(row);
}

/** How many deliveries show that the last of so many events has come. */
function dueBy({ events = [0], isOneByOne, least }: Failures, count: number): number {
  return isOneByOne === true ? (events[count - 1] ?? 0) + 1 : (events[count] ?? least);
}

export function attemptsOrMissing(deliveries: Deliveries, failing: Failing): Attempts {
  const seen = attemptsIn(deliveries, failing);
  if (seen.arrivals.length === 0) throw missingEventError(deliveries, failing.hook);
  return seen;
}

/** @throws {InapplicableError} when the target has disabled the webhook, or `retryCount` counts */
function assertSteady({ after, plan: { promised = 0 } }: Failing, seen: Attempts): void {
  if (after.status === 0)
    throw new InapplicableError(
      `The target disabled the configuration by itself while deliveries failed, after ${inWords(seen)}.`,
    );
  const now = promiseIn(after);
  if (now === promised) return;
  throw new InapplicableError(
    `\`retryCount\` moved from ${promised} to ${now} while deliveries failed: it counts, and does not say how often is retried.`,
  );
}

/** @throws {InconclusiveError} when it is not known how long all retries take */
function assertWindow({ waits }: Deliveries, what: string): void {
  if (waits.retriesMs !== undefined) return;
  throw new InconclusiveError(
    `${what} within ${waits.patienceMs / 1000} s: more may come later. Set events.retries.windowSeconds to the time that all retries take.`,
  );
}

export function isAccepted(attempt: Arrival | undefined): boolean {
  return attempt !== undefined && attempt.answer.status < 300;
}

function isMixed(seen: Attempts): InconclusiveError {
  return new InconclusiveError(
    `The receiver saw ${inWords(seen)}: other events may be among them, or attempts differ. Set events.correlation, so that the run can distinguish them.`,
  );
}

function unlike(
  { plan: { promised, when }, rows }: Failing,
  seen: Attempts,
  count: string,
  deviations: readonly Deviation[] = [],
): Violation {
  const attempts = count === "1" ? "attempt" : "attempts";
  const events = rows.length > 1 ? `${rows.length} events` : `an event ${rows[0].type}`;
  return new Violation({
    expected: `${count} ${attempts} at ${events} ${when}, since \`retryCount\` is ${promised}`,
    actual: inWords(seen),
    deviations,
  });
}
