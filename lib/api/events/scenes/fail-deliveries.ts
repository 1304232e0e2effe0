import { InapplicableError, UnreturnedError } from "../../../engine/record/verdict.ts";
import { ACKNOWLEDGED, type AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { assertCountable, seeSingleEvents } from "../deliveries/assert-carries-one.ts";
import { attemptsIn, hasFailed } from "../deliveries/attempts.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import type { EventRow, Failing, Failures, Registration, Round } from "../deliveries/ledger.ts";
import { registerHook, typeInTurn } from "../deliveries/registration.ts";
import type { Emission } from "../trigger/emission.ts";
import { type Hook, isForHook } from "../urls/hook.ts";
import { type Scene, roundOf } from "./scene-stage.ts";

/** No event is failed more often: services protect themselves from a receiver that fails for long. */
export const MAX_FAILURES = 10;
const STATUSES = [503, 500, 502, 504];
/** So many times the longest pause, a further attempt would have come. */
const LAST_GAPS = 2;
/** The least time until the merchant gets another URL: then a sender may drop further attempts. */
const LINGER_MS = 1_000;
/** Longer than most senders wait for an answer. */
const SILENT_MS = 20_000;

/** Answers that fail so many deliveries. */
export function failingAnswers(count: number): readonly AnswerStep[] {
  return Array.from({ length: count }, (_, at) => ({ status: STATUSES[at % STATUSES.length] ?? 500 }));
}

/** How many retries a configuration promises. @throws {UnreturnedError} */
export function promiseIn({ retryCount }: Pick<Configuration, "retryCount">): number {
  if (typeof retryCount === "number" || typeof retryCount === "bigint") return Number(retryCount);
  throw new UnreturnedError(["retryCount"], "The target does not return `retryCount`.");
}

/**
 * A scene of failing deliveries. Later rounds come an even number of registers after the first one: a fault
 * after every other register shows in each of them.
 * @param how by the promised number of retries; undefined: the scene does not apply
 */
function failing(
  merchantOf: (context: EventsContext) => Merchant,
  how: (promised: number, context: EventsContext) => Failures | undefined,
): Scene {
  const scene: Scene = async (context, before) => {
    const { deliveries } = context;
    const merchant = merchantOf(context);
    const earlier = before === 0 ? undefined : (await roundOf(scene, context)).failing;
    const registers =
      earlier === undefined ? 0 : deliveries.hooks.length - deliveries.hooks.indexOf(earlier.hook);
    if (registers % 2 !== 0) await deliveries.register(merchant);
    return failDeliveries(deliveries, merchant, (configuration) => {
      const promised = promiseIn(configuration);
      const plan = how(promised, context);
      return plan && { ...plan, promised };
    });
  };
  return scene;
}

const firstOne = ({ merchant }: EventsContext): Merchant => merchant;
const secondOne = ({ merchant, others: [other = merchant] }: EventsContext): Merchant => other;

/** Every delivery of an event fails. @param turn decides its type */
const keepsFailing = (merchantOf: (context: EventsContext) => Merchant, turn: number): Scene =>
  failing(merchantOf, (promised) => ({
    when: "whose delivery keeps failing",
    steps: failingAnswers(MAX_FAILURES),
    least: Math.min(promised + 1, MAX_FAILURES),
    most: promised + 1,
    turn,
  }));
const keepFailing = [
  keepsFailing(firstOne, 0),
  keepsFailing(secondOne, 1),
  keepsFailing(firstOne, 2),
] as const;

/** The first delivery fails by the status that is last elsewhere, and the second one is accepted. Only if the answer that accepts it is known. */
const failedOnce = failing(secondOne, (promised, { deliveries }) =>
  promised === 0 || deliveries.acknowledge === undefined
    ? undefined
    : { when: "whose second delivery is accepted", steps: [{ status: 504 }], least: 2, most: 2 },
);

/** The connection breaks before an answer, from standard depth on at each attempt. */
const brokenOff = failing(firstOne, (promised, context) => {
  const length = context.effort.isQuick ? 1 : Math.min(promised + 1, MAX_FAILURES);
  const steps = Array.from({ length }, (): AnswerStep => ({ status: 500, ending: "reset" }));
  return withoutAnswer(promised, context, { when: "whose connection breaks before an answer", steps });
});

/** No answer comes for long. A sender may take that for a success, unless the answer that accepts a delivery is known. */
const unanswered = failing(secondOne, (promised, context) =>
  context.deliveries.acknowledge === undefined
    ? undefined
    : withoutAnswer(promised, context, {
        when: `whose delivery gets no answer for ${SILENT_MS / 1000} s`,
        steps: [{ status: 500, ending: "reset", delayMs: SILENT_MS }],
      }),
);

/** Only a receiver with nothing before it can leave a delivery without an answer. */
function withoutAnswer(
  promised: number,
  { deliveries }: EventsContext,
  plan: Pick<Failures, "when" | "steps">,
): Failures | undefined {
  if (promised === 0 || !deliveries.isDirect) return undefined;
  return { ...plan, least: Math.min(plan.steps.length, promised) + 1 };
}

/** Two events fail at the same time, from standard depth on at each attempt. */
export const together = failing(secondOne, (promised, { deliveries, effort }) => {
  assertCountable(deliveries);
  if (promised === 0) throw new InapplicableError("`retryCount` is 0: nothing is retried.");
  const all = 2 * (promised + 1);
  const count = effort.isQuick ? Math.min(2, promised) : all;
  if (count > MAX_FAILURES)
    throw new InapplicableError(
      `A run fails at most ${MAX_FAILURES} deliveries in a row, and two events with ${promised + 1} attempts each need more.`,
    );
  const plan = { when: "and another one, whose deliveries fail at the same time", turn: 1, events: [0, 0] };
  return { ...plan, steps: failingAnswers(count), least: Math.min(2 + count, all) };
});

/** Another event occurs while the first one is retried, and one more after that. */
export const beside = failing(firstOne, (promised) => {
  const count = Math.min(2, promised);
  const events = [0, Math.max(count, 1), count + 2];
  const plan = { when: "at a URL where deliveries fail", isPatient: true, events } as const;
  return { ...plan, steps: failingAnswers(count), least: count + 3 };
});

/** The scenes about retries of one event, merchant by merchant: those of two merchants are played at the same time. */
export function retryScenes({ effort, others }: EventsContext): readonly (readonly Scene[])[] {
  const [one, two, three] = keepFailing;
  const scenes = effort.isQuick
    ? [[one, brokenOff], [failedOnce]]
    : [
        [one, three, brokenOff],
        [two, failedOnce, unanswered],
      ];
  return others.length === 0 ? [scenes.flat()] : scenes;
}

/** Those of them in which every delivery fails. */
export function throughoutScenes(context: EventsContext): readonly (readonly Scene[])[] {
  return retryScenes(context).map((scenes) => scenes.filter((scene) => keepFailing.includes(scene)));
}

/**
 * Registers a callback URL, fails the first deliveries there, and waits for as many as are due.
 * @param how by the configuration; undefined: nothing is triggered
 */
export async function failDeliveries(
  deliveries: Deliveries,
  merchant: Merchant,
  how: (configuration: Configuration) => Failures | undefined,
): Promise<Round> {
  const found = await registerHook(deliveries, merchant);
  const plan = how(await deliveries.history.configurations.lastSeen(merchant));
  const nothing = { rows: [], rejected: [], fresh: new Set<Hook>(), perEvent: 1 };
  if (plan === undefined) return nothing;
  const isLater = deliveries.all.some(hasFailed);
  const played = await triggerFailing(deliveries, found, plan, isLater);
  const closesAt = await linger(deliveries, played, plan);
  await acceptFromNowOn(deliveries, found.hook, played.planned);
  if (played.rows.length > 1) await seeSingleEvents(deliveries, found, played, plan.least);
  const after = plan.promised === undefined ? {} : await stateOf(merchant);
  const round = { ...nothing, rows: played.rows, failing: { plan, ...played, closesAt, isLater, after } };
  deliveries.ledger.failed.push(round.failing);
  return round;
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
  isLater: boolean,
  planned = 0,
): Promise<Played> {
  const { hook } = found;
  const { events = [0], steps, least } = plan;
  await planFailures(deliveries, hook, steps);
  const rows: EventRow[] = [];
  for (const [place, count] of events.entries())
    if (count === 0) rows.push(await triggered(deliveries, found, plan, place));
  const window = windowOf(rows, events.length);
  const played = { hook, rows, window, planned: planned + steps.length };
  const wait = { withinMs: longestWait(deliveries, plan) };
  const [first] = await deliveries.come(hook, window);
  if (first === undefined && isLater && plan.isPatient === true)
    await deliveries.further(hook, window, { ...wait, count: 1 });
  if (first === undefined) return played;
  if (events.length === 1 && steps.length > 0 && !hasFailed(first) && planned === 0)
    return triggerFailing(deliveries, found, plan, isLater, steps.length);
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
  { turn = 0, when }: Failures,
  place: number,
): Promise<EventRow> {
  const type = typeInTurn(found, turn + place);
  const emission = await deliveries.trigger(found.merchant, type);
  const row = { ...found, type, emission, when, isDue: true };
  deliveries.ledger.add(row);
  return row;
}

/** From the first event on. Deliveries of several events are not told apart. */
function windowOf([row]: readonly EventRow[], events: number): Emission {
  const { after, at, id } = row?.emission ?? { after: 0, at: 0 };
  return { after, at, ...(events === 1 && id !== undefined && { id }) };
}

/** How long all attempts may take, in milliseconds. */
function longestWait(
  { waits: { retriesMs, patienceMs } }: Deliveries,
  { steps, events = [0] }: Failures,
): number {
  const atOnce = events.filter((count) => count === 0).length;
  return Math.max(0, ...steps.map(({ delayMs = 0 }) => delayMs)) + atOnce * (retriesMs ?? patienceMs);
}

/** Waits until the next attempt would have come, if more than the due ones are looked for. @returns until when they are */
async function linger(deliveries: Deliveries, played: Played, plan: Failures): Promise<number> {
  const { arrivals, gapsMs } = attemptsIn(deliveries, played);
  if (plan.most === undefined || arrivals.length === 0) return deliveries.now;
  const { silenceMs } = deliveries.waits;
  const lastMs = Math.min(LAST_GAPS * Math.max(0, ...gapsMs), longestWait(deliveries, plan));
  const closesAt = deliveries.now + Math.max(silenceMs, lastMs);
  await deliveries.until(deliveries.now + Math.max(lastMs, Math.min(LINGER_MS, silenceMs)));
  return closesAt;
}

/**
 * Fails the next deliveries to a hook. {@link acceptFromNowOn} ends that.
 * @throws {InconclusiveError} when the run may not fail so many more
 */
export async function planFailures(
  deliveries: Deliveries,
  hook: Hook,
  steps: readonly AnswerStep[],
): Promise<void> {
  deliveries.failures.take(steps.length);
  const accepted = deliveries.acknowledge ?? ACKNOWLEDGED;
  const [step, ...others] = steps;
  await deliveries.plan(hook, step === undefined ? [accepted] : [step, ...others, accepted]);
}

/** Accepts every further delivery to a hook. Planned failures that were not needed are given back. */
export async function acceptFromNowOn(deliveries: Deliveries, hook: Hook, planned: number): Promise<void> {
  const unspent = planned - failedAt(deliveries, hook);
  if (unspent <= 0) return;
  await deliveries.plan(hook);
  deliveries.failures.giveBack(unspent);
}

/** How many deliveries to a hook were failed. */
export function failedAt(deliveries: Deliveries, hook: Hook): number {
  return deliveries.all.filter((arrival) => isForHook(arrival, hook) && hasFailed(arrival)).length;
}

/** The configuration after the failures. */
async function stateOf(merchant: Merchant): Promise<Configuration> {
  await merchant.settled();
  return merchant.configuration();
}
