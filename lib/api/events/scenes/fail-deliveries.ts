import { InconclusiveError, UnofferedError, UnreturnedError } from "../../../engine/record/verdict.ts";
import type { AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { seeSingleEvents } from "../deliveries/assert-carries-one.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { attemptsIn, hasFailed } from "../deliveries/attempts.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventRow, Failing, Failures, Registration, Round } from "../deliveries/ledger.ts";
import { waitLessAfterLosses } from "../deliveries/lateness.ts";
import { registerHook, typeInTurn } from "../deliveries/registration.ts";
import type { Emission } from "../trigger/emission.ts";
import { type Hook, type HookShape, isForHook } from "../urls/hook.ts";
import { type Scene, triggerUnsubscribed } from "./scene-stage.ts";

/** No event is failed more often: services protect themselves from a receiver that fails for long. */
export const MAX_FAILURES = 10;
/** One of them twice in a row. With three retries, as is common, the last attempts fail by the most common ones. */
const STATUSES = [504, 500, 500, 503, 502];
/** A delivery fails only after so long: its retries come when what happens meanwhile is over. */
export const HELD_MS = 1_000;
/** So many times the longest pause, a further attempt would have come. */
const LAST_GAPS = 2;
/** The least time until the merchant gets another URL: then a sender may drop further attempts. */
const LINGER_MS = 1_000;

/** The time before the failures at a callback URL. */
export interface Preparation {
  readonly shape?: HookShape;
  readonly prepare?: (deliveries: Deliveries, found: Registration) => Promise<Registration>;
}

/** A round in which no event is triggered. */
export const NO_EVENTS: Round = { rows: [], rejected: [], fresh: new Set(), perEvent: 1 };

/** Answers that fail so many deliveries. @param from the place of the first status */
export function failingAnswers(count: number, from = 0): readonly AnswerStep[] {
  return Array.from({ length: count }, (_, at) => ({
    status: STATUSES[(from + at) % STATUSES.length] ?? 500,
  }));
}

/** How many retries a configuration promises. @throws {UnreturnedError} */
export function promiseIn({ retryCount }: Pick<Configuration, "retryCount">): number {
  if (typeof retryCount === "number" || typeof retryCount === "bigint") return Number(retryCount);
  throw new UnreturnedError(["retryCount"]);
}

/** A scene of failing deliveries. @param how by the promised number of retries; undefined: the scene does not apply */
export function failingScene(
  merchantOf: (context: EventsContext) => Merchant,
  how: (promised: number, context: EventsContext) => Failures | undefined,
  preparation: Preparation = {},
): Scene {
  return async (context, before) => {
    const planned = (configuration: Configuration) => {
      const promised = promiseIn(configuration);
      const plan = how(promised, context);
      return plan && { ...plan, promised };
    };
    const round = await failDeliveries(context.deliveries, merchantOf(context), planned, {
      ...preparation,
      before,
    });
    const [row] = round.rows;
    if (row !== undefined && context.deliveries.hasDelivered)
      await triggerUnsubscribed(context.deliveries, row);
    return round;
  };
}

/**
 * Registers a callback URL, fails the first deliveries there, and waits for as many as are due.
 * @param how by the configuration; undefined: nothing is triggered
 * @param before how many rounds precede it. After the first one, a greeting of the new URL comes before the failures.
 * @param shape how the URL is written. Default: as usual
 * @param prepare called when it is registered
 */
export async function failDeliveries(
  deliveries: Deliveries,
  merchant: Merchant,
  how: (configuration: Configuration) => Failures | undefined,
  { before = 0, shape, prepare }: Preparation & { readonly before?: number } = {},
): Promise<Round> {
  const registered = await registerShaped(deliveries, merchant, shape);
  const found = (await prepare?.(deliveries, registered)) ?? registered;
  if (before > 0) await deliveries.until(deliveries.now + deliveries.waits.latenessMs);
  const configuration = await deliveries.history.configurations.lastSeen(merchant);
  const plan = how(configuration);
  if (plan === undefined) return NO_EVENTS;
  const { length: accepted } = deliveries.addresses.hooksOf(merchant);
  const played = await triggerFailing(deliveries, found, plan);
  const closesAt = await linger(deliveries, played, plan);
  const end = await deliveries.mark();
  if (deliveries.addresses.hooksOf(merchant).length > accepted)
    throw new InconclusiveError("A register that had to be rejected was accepted while deliveries failed.");
  const [{ emission }, ...others] = played.rows;
  // Copies of the first of several events may have come, and the last one comes later.
  if (others.length === 0) emission.end = end;
  waitLessAfterLosses(deliveries);
  if (failedAt(deliveries, found.hook) < played.planned) await deliveries.plan(found.hook);
  if (played.rows.length > 1 && plan.isOneByOne !== true)
    await seeSingleEvents(deliveries, found, played, plan.least);
  const after = plan.promised === undefined ? {} : await stateOf(merchant);
  const round = {
    ...NO_EVENTS,
    rows: played.rows,
    failing: { plan, ...played, closesAt, end, before: configuration, after },
  };
  deliveries.ledger.failed.push(round.failing);
  return round;
}

/** Registers a hook. One of the usual shape, if the target rejects another one: that is judged elsewhere. */
async function registerShaped(
  deliveries: Deliveries,
  merchant: Merchant,
  shape?: HookShape,
): Promise<Registration> {
  try {
    return await registerHook(deliveries, merchant, shape);
  } catch (error) {
    if (shape === undefined || !(error instanceof UnofferedError)) throw error;
    return registerHook(deliveries, merchant);
  }
}

interface Played extends Pick<Failing, "hook" | "rows" | "window"> {
  /** How many deliveries were to fail. */
  readonly planned: number;
}

/**
 * Triggers each event once as many deliveries as its plan says have come, and waits for all that are due. Other deliveries
 * may use up the failures: then it plans and triggers once more.
 */
async function triggerFailing(
  deliveries: Deliveries,
  found: Registration,
  plan: Failures,
  planned = 0,
): Promise<Played> {
  const { hook } = found;
  const { events = [0], steps, least } = plan;
  await deliveries.plan(hook, steps);
  const rows: [EventRow, ...EventRow[]] = [await triggered(deliveries, found, plan, 0)];
  for (const [place, count] of events.entries())
    if (count === 0 && place > 0) rows.push(await triggered(deliveries, found, plan, place));
  const window = windowOf(rows, events.length);
  const played = { hook, rows, window, planned: planned + steps.length };
  const wait = { withinMs: longestWait(deliveries, plan) };
  const [first] = await deliveries.come(hook, window);
  if (first === undefined && plan.isPatient === true)
    await deliveries.further(hook, window, { ...wait, count: 1 });
  if (first === undefined) return played;
  if (events.length === 1 && steps.length > 0 && !hasFailed(first) && planned === 0)
    return triggerFailing(deliveries, found, plan, steps.length);
  await plan.meanwhile?.();
  for (const [place, count] of events.entries()) {
    if (count === 0) continue;
    const came = await deliveries.further(hook, window, { ...wait, count });
    if (came.length < count) return played;
    rows.push(await triggered(deliveries, found, plan, place));
  }
  await deliveries.further(hook, window, { ...wait, count: least });
  return played;
}

async function triggered(
  deliveries: Deliveries,
  found: Registration,
  { turn = 0, when, isOfOneType }: Failures,
  place: number,
): Promise<EventRow> {
  const type = typeInTurn(found, isOfOneType === true ? turn : turn + place);
  const emission = await deliveries.trigger(found.merchant, type);
  const row = { ...found, type, emission, when, isDue: true };
  deliveries.ledger.add(row);
  return row;
}

/** From the first event on. Deliveries of several events are not told apart. */
function windowOf([{ emission }]: Failing["rows"], events: number): Emission {
  const { after, at, id } = emission;
  return { after, at, ...(events === 1 && id !== undefined && { id }) };
}

/** How long all attempts may take, in milliseconds. The first one may take longer than the others. */
function longestWait({ waits }: Deliveries, { steps, events = [0] }: Failures): number {
  const atOnce = events.filter((count) => count === 0).length;
  return Math.max(0, ...steps.map(({ delayMs = 0 }) => delayMs)) + atOnce * waits.attemptsMs;
}

/** Waits until the next attempt would have come, if more than the due ones are looked for. @returns until when they are */
async function linger(deliveries: Deliveries, played: Played, plan: Failures): Promise<number> {
  const { arrivals, gapsMs } = attemptsIn(deliveries, played);
  if (plan.most === undefined || arrivals.length === 0) return deliveries.now;
  const { silenceMs } = deliveries.waits;
  if (arrivals.length >= plan.least) deliveries.waits.noteRetries(gapsMs.reduce((sum, ms) => sum + ms, 0));
  const lastMs = Math.min(LAST_GAPS * Math.max(0, ...gapsMs), longestWait(deliveries, plan));
  const closesAt = deliveries.now + Math.max(silenceMs, lastMs);
  await deliveries.until(deliveries.now + Math.max(lastMs, Math.min(LINGER_MS, silenceMs)));
  return closesAt;
}

export function failedAt(deliveries: Deliveries, hook: Hook): number {
  return deliveries.all.filter((arrival) => isForHook(arrival, hook) && hasFailed(arrival)).length;
}

/** The configuration after the failures. */
async function stateOf(merchant: Merchant): Promise<Configuration> {
  await merchant.settled();
  return merchant.configuration();
}
