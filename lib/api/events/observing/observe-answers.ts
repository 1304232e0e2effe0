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

/** An event for each answer, and one wait for all of them: whether a delivery comes again. */
async function isDeliveredAgain(
  deliveries: Deliveries,
  merchant: Merchant,
  answers: readonly AnswerStep[],
  withinMs: number,
): Promise<boolean> {
  const found = await registerHook(deliveries, merchant, { plan: answers });
  let window = await deliveries.mark();
  for (const _ of answers) {
    const emission = await deliveries.trigger(merchant, found.type);
    await requireDelivery(deliveries, found, emission);
    if (answers.length === 1) window = emission;
  }
  const came = await deliveries.further(found.hook, window, { count: answers.length + 1, withinMs });
  return came.length > answers.length;
}

/**
 * Three events, since a sender may send every second or third delivery twice.
 * @throws {InconclusiveError} when the target repeats acknowledged deliveries too, so that a repetition shows nothing
 */
async function assertUsualOnce(deliveries: Deliveries, merchant: Merchant, withinMs: number): Promise<void> {
  const { history, usualAnswer: usual } = deliveries;
  history.isUsualOnce ||= !(await isDeliveredAgain(deliveries, merchant, [usual, usual, usual], withinMs));
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
  // Retries that go astray make some pauses long.
  const median = firstPauses.toSorted((one, other) => one - other)[Math.floor(firstPauses.length / 2)];
  return median === undefined ? undefined : LATE_TIMES * median + deliveries.waits.silenceMs;
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
    !(await isDeliveredAgain(deliveries, merchant, steps, withinMs));
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
    const isAgain = await isDeliveredAgain(deliveries, merchant, [{ status }], withinMs);
    meanings.push([String(status), isAgain ? "delivered again" : "final"]);
  }
  return Object.fromEntries(meanings);
}
