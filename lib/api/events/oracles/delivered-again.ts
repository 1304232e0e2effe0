import { InconclusiveError } from "../../../engine/verdict.ts";
import { ACKNOWLEDGED, type AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { type Attempts, attemptsIn, timedAttempts } from "../attempts.ts";
import { failDeliveries, failures } from "../scenes/fail-deliveries.ts";
import { registerHook, requireDelivery } from "./establish-hook.ts";

const LATE_TIMES = 4;
/** A sender may send every second or third delivery twice. */
const USUAL_EVENTS = 3;

/** How long after a delivery that was answered so the event is delivered again, in milliseconds; undefined: it is not. */
export async function deliveredAgainMs(
  deliveries: Deliveries,
  merchant: Merchant,
  answer: AnswerStep,
  withinMs: number,
): Promise<number | undefined> {
  const plan = [answer, deliveries.acknowledge ?? ACKNOWLEDGED] as const;
  const found = await registerHook(deliveries, merchant, { plan });
  const emission = await deliveries.trigger(merchant, found.type);
  await requireDelivery(deliveries, found, emission);
  const [first, second] = await deliveries.further(found.hook, emission, { count: 2, withinMs });
  return first === undefined || second === undefined ? undefined : second.ticks - first.ticks;
}

/** An event for each answer, and one wait for all of them: whether nothing comes again. */
export async function comeOnce(
  deliveries: Deliveries,
  merchant: Merchant,
  [first = ACKNOWLEDGED, ...others]: readonly AnswerStep[],
  withinMs: number,
): Promise<boolean> {
  const plan = [first, ...others, deliveries.acknowledge ?? ACKNOWLEDGED] as const;
  const found = await registerHook(deliveries, merchant, { plan });
  const before = await deliveries.mark();
  for (let event = 0; event <= others.length; event += 1)
    await requireDelivery(deliveries, found, await deliveries.trigger(merchant, found.type));
  const count = plan.length;
  return (await deliveries.further(found.hook, before, { count, withinMs })).length < count;
}

/** @throws {InconclusiveError} when the target repeats acknowledged deliveries too, so that a repetition shows nothing */
export async function assertUsualOnce(
  deliveries: Deliveries,
  merchant: Merchant,
  withinMs: number,
): Promise<void> {
  const usual = deliveries.acknowledge ?? ACKNOWLEDGED;
  const events = Array.from({ length: USUAL_EVENTS }, () => usual);
  if (await comeOnce(deliveries, merchant, events, withinMs)) return;
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
    steps: failures(count),
    least: count + 1,
    most: count + 1,
  };
  const { failing } = await failDeliveries(deliveries, merchant, () => plan);
  return failing === undefined ? { arrivals: [], alike: 0, gapsMs: [] } : attemptsIn(deliveries, failing);
}
