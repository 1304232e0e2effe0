import { InapplicableError, InconclusiveError } from "../../../engine/record/verdict.ts";
import type { AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { type Attempts, attemptsIn, timedAttempts } from "../deliveries/attempts.ts";
import { failDeliveries, failingAnswers } from "../scenes/fail-deliveries.ts";
import { registerHook, requireDelivery } from "../deliveries/registration.ts";
import type { Plain } from "../../../engine/requirement/plain.ts";
import { missingEventError } from "../deliveries/find-misdelivery.ts";

const LATE_TIMES = 4;
const UNITS: readonly (readonly [maxMs: number, words: string])[] = [
  [1_000, "under a second"],
  [60_000, "seconds"],
  [3_600_000, "minutes"],
];

/**
 * An event for each answer, and one wait for all of them: how long after the first delivery one comes again, in milliseconds.
 * undefined: none does.
 */
async function deliveredAgainMs(
  deliveries: Deliveries,
  merchant: Merchant,
  answers: readonly AnswerStep[],
  withinMs: number,
): Promise<number | undefined> {
  const found = await registerHook(deliveries, merchant, { plan: answers });
  let window = await deliveries.mark();
  for (const _ of answers) {
    const emission = await deliveries.trigger(merchant, found.type);
    await requireDelivery(deliveries, found, emission);
    if (answers.length === 1) window = emission;
  }
  const came = await deliveries.further(found.hook, window, { count: answers.length + 1, withinMs });
  const [earliest, again] = [came[0], came[answers.length]];
  return earliest === undefined || again === undefined ? undefined : again.ticks - earliest.ticks;
}

/**
 * Three events, since a sender may send every second or third delivery twice.
 * @throws {InconclusiveError} when the target repeats acknowledged deliveries too, so that a repetition shows nothing
 */
async function assertUsualOnce(deliveries: Deliveries, merchant: Merchant, withinMs: number): Promise<void> {
  const { history, usualAnswer: usual } = deliveries;
  history.isUsualOnce ||=
    (await deliveredAgainMs(deliveries, merchant, [usual, usual, usual], withinMs)) === undefined;
  if (history.isUsualOnce) return;
  throw new InconclusiveError(
    "The target repeats deliveries that the receiver has acknowledged, so a repeated delivery shows nothing. If the target expects another answer, set events.acknowledge.",
  );
}

/**
 * Returns how long a check waits for a repeated delivery, in milliseconds. The retries of the run so far decide.
 * @throws {InconclusiveError} when a failed delivery is not made again
 */
export async function lateMs(deliveries: Deliveries, merchant: Merchant): Promise<number> {
  if (lateMsSeen(deliveries) === undefined) await failSome(deliveries, merchant, 1);
  const seen = lateMsSeen(deliveries);
  if (seen !== undefined) return seen;
  throw new InconclusiveError(
    "Could not check: a failed delivery is not repeated, so a failure looks like a success.",
  );
}

/** The same, where the run has seen retries. */
export function lateMsSeen(deliveries: Deliveries): number | undefined {
  const firstPauses = timedAttempts(deliveries).flatMap(({ gapsMs: [first] }) => first ?? []);
  if (firstPauses.length === 0) return undefined;
  return LATE_TIMES * Math.max(...firstPauses) + deliveries.waits.silenceMs;
}

/** Fails the first deliveries of an event, and waits for one attempt more. */
export async function failSome(deliveries: Deliveries, merchant: Merchant, count: number): Promise<Attempts> {
  const plan = {
    when: "whose first deliveries fail",
    steps: failingAnswers(count),
    least: count + 1,
    most: count + 1,
  };
  const { failing } = await failDeliveries(deliveries, merchant, () => plan);
  return failing === undefined ? { arrivals: [], alike: 0, gapsMs: [] } : attemptsIn(deliveries, failing);
}

const WITH_BODY = [201, 202, 299];

/** Which answers of the class of success end a delivery. */
export async function observeSuccesses({ deliveries, merchant }: EventsContext): Promise<Plain> {
  const withinMs = await lateMs(deliveries, merchant);
  const usual = deliveries.usualAnswer;
  const answers: readonly (readonly [name: string, answer: AnswerStep])[] = [
    ["200 without a body", { status: 200 }],
    ["204", { status: 204 }],
    ...WITH_BODY.map((status) => [String(status), { ...usual, status }] as const),
  ];
  const isOnce = async (...steps: readonly AnswerStep[]) =>
    (await deliveredAgainMs(deliveries, merchant, steps, withinMs)) === undefined;
  if (await isOnce(usual, ...answers.map(([, answer]) => answer))) {
    deliveries.history.isUsualOnce = true;
    return Object.fromEntries(answers.map(([name]) => [name, "final"]));
  }
  await assertUsualOnce(deliveries, merchant, withinMs);
  const meanings: Record<string, string> = {};
  for (const [name, answer] of answers) {
    meanings[name] = (await isOnce(answer)) ? "final" : "delivered again";
  }
  return meanings;
}

/** Between the time-outs that senders have: 1, 3, 5, 10 and 15 s. */
const DELAYS_MS = [12_500, 7_500, 4_000, 2_000, 300];

/**
 * How long a receiver may take to answer until the delivery is made again, between two steps. The longest one is no longer
 * than the run waits to say that nothing comes.
 */
export async function slowAnswers({ deliveries, merchant }: EventsContext): Promise<Plain> {
  const lateness = await lateMs(deliveries, merchant);
  const usual = deliveries.usualAnswer;
  const least = Math.min(...DELAYS_MS);
  let delays = DELAYS_MS.filter((ms) => ms <= Math.max(least, deliveries.waits.silenceMs));
  let over: number | undefined;
  for (let [delayMs] = delays; delayMs !== undefined; [delayMs] = delays) {
    const slow = { ...usual, delayMs };
    const againMs = await deliveredAgainMs(deliveries, merchant, [slow], delayMs + lateness);
    if (againMs === undefined)
      return over === undefined ? `${seconds(delayMs)} or longer` : `${seconds(delayMs)} to ${seconds(over)}`;
    if (over === undefined) await assertUsualOnce(deliveries, merchant, lateness);
    over = DELAYS_MS.findLast((ms) => ms <= (delayMs ?? 0) && ms >= againMs) ?? delayMs;
    delays = delays.filter((ms) => ms < Math.min(delayMs ?? 0, againMs));
  }
  return `under ${seconds(least)}`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

/** Other answers of a receiver; the last one may end a subscription. */
const OPEN_ANSWERS = [302, 404, 429, 410];
const FAILURES = 2;

/** Whether events are delivered to a receiver whose certificate is of no known authority. */
export async function selfSigned({ deliveries, merchant }: EventsContext): Promise<Plain> {
  const found = await registerHook(deliveries, merchant);
  if (deliveries.receiver?.isSelfSigned !== true)
    throw new InapplicableError("The receiver has no generated certificate.");
  const brokenOff = deliveries.receiver.brokenOff();
  if (deliveries.history.silence !== undefined && brokenOff > 0) return "refused";
  const emission = await deliveries.trigger(merchant, found.type);
  const came = await deliveries.come(found.hook, emission);
  if (came.length > 0) return "accepted";
  if (deliveries.receiver.brokenOff() > brokenOff) return "refused";
  throw missingEventError(deliveries, found.hook);
}

/** A time in words that jitter does not change. */
export function timeInWords(ms: number): string {
  return UNITS.find(([maxMs]) => ms < maxMs)?.[1] ?? "hours";
}

/** How long retries take, in words that jitter does not change. */
export async function retriesInTime({ deliveries, merchant }: EventsContext): Promise<Plain> {
  const known = timedAttempts(deliveries).find(({ gapsMs }) => gapsMs.length >= FAILURES);
  const { gapsMs } = known ?? (await failSome(deliveries, merchant, FAILURES));
  return gapsMs.slice(0, FAILURES).map((ms) => timeInWords(ms));
}

/** Observes whether the target delivers again after an answer that is neither a success nor a failure. */
export async function meaningOfAnswers({ deliveries, merchant }: EventsContext): Promise<Plain> {
  const withinMs = await lateMs(deliveries, merchant);
  const meanings: [string, string][] = [];
  for (const status of OPEN_ANSWERS) {
    const againMs = await deliveredAgainMs(deliveries, merchant, [{ status }], withinMs);
    meanings.push([String(status), againMs === undefined ? "final" : "delivered again"]);
  }
  return Object.fromEntries(meanings);
}
