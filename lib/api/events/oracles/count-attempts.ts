import { type AnswerPlan, type AnswerStep, ACKNOWLEDGED } from "../../../receiver/answer-plan.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";
import { isForHook, type Hook } from "../hook.ts";
import type { Registration } from "../registration.ts";
import { registerHook } from "./establish-hook.ts";

/** No event is failed more often: a receiver that fails for long is what services protect themselves from. */
export const MAX_FAILURES = 10;
const FAILURES: readonly AnswerStep[] = [{ status: 503 }, { status: 500 }, { status: 502 }, { status: 504 }];
/** So many times the longest pause, a further attempt would have come. */
const LAST_GAPS = 2;

/** Attempts to deliver an event whose first delivery failed. */
export interface Attempts {
  readonly found: Registration;
  readonly arrivals: readonly Arrival[];
  /** Milliseconds between one attempt and the next. */
  readonly gapsMs: readonly number[];
  /** How many of them are of the event for certain, by what it is known by, or else by their bodies. */
  readonly alike: number;
}

/** An event whose first deliveries failed. */
export interface FailedEvent {
  readonly found: Registration;
  readonly emission: Emission;
  /** How long a run waits for all attempts, in milliseconds. */
  readonly withinMs: number;
  /** How many deliveries are failed, until {@link acceptFromNowOn}. */
  readonly planned: number;
}

/**
 * Fails the first deliveries of an event, and counts all attempts that come.
 * @param failures how many are failed, at most ten; the next one is a success
 * @param expected how many attempts are waited for
 * @param turn decides the event type
 */
export async function countAttempts(
  deliveries: Deliveries,
  merchant: Merchant,
  failures: number,
  expected: number,
  turn = 0,
): Promise<Attempts> {
  const failed = await failFirst(deliveries, merchant, failures, expected, turn);
  const { found, emission } = failed;
  const { hook } = found;
  const first = deliveries.of(hook, emission);
  if (first.length > 0)
    await deliveries.silence(Math.min(LAST_GAPS * Math.max(0, ...gapsOf(first)), failed.withinMs));
  await acceptFromNowOn(deliveries, hook, failed.planned);
  if (first.length === 0) return { found, arrivals: [], gapsMs: [], alike: 0 };
  const arrivals = deliveries.of(hook, emission);
  const { id } = emission;
  const isKnown = id !== undefined && arrivals.every((arrival) => deliveries.eventId(arrival) === id);
  const copies = isKnown ? arrivals : mostCopies(arrivals);
  const gapsMs = gapsOf(copies.length > 1 ? copies : arrivals);
  deliveries.history.pauses.push(gapsMs);
  deliveries.history.attempts.push(arrivals);
  return { found, arrivals, gapsMs, alike: copies.length };
}

/** Fails the first deliveries of an event, and waits until the expected attempts have come. */
export async function failFirst(
  deliveries: Deliveries,
  merchant: Merchant,
  failures: number,
  expected: number,
  turn = 0,
): Promise<FailedEvent> {
  const planned = Math.min(failures, MAX_FAILURES);
  const registered = await registerHook(deliveries, merchant, { plan: planFailures(deliveries, planned) });
  const { hook, types } = registered;
  const type = types[turn % types.length] ?? registered.type;
  const found = { ...registered, type };
  const emission = await deliveries.trigger(merchant, type);
  const withinMs = deliveries.waits.retriesMs ?? deliveries.waits.patienceMs;
  const [first] = await deliveries.come(hook, emission);
  if (first !== undefined) await deliveries.further(hook, emission, { count: expected, withinMs });
  return { found, emission, withinMs, planned };
}

/** The pauses between the attempts, in words. */
export function inWords({ arrivals: { length }, gapsMs, alike: own }: Attempts): string {
  const alike = own < length ? `, ${own} of them alike` : "";
  const times = `${length} attempt${length === 1 ? "" : "s"}${alike}`;
  const gaps = gapsMs.map((ms) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`);
  return gaps.length === 0 ? times : `${times}, ${gaps.join(" and ")} apart`;
}

/**
 * Answers that fail so many deliveries, and none after these. Who sends them ends with {@link relent}.
 * @throws {InconclusiveError} when the run may not fail so many more
 */
export function planFailures({ acknowledge, failures }: Deliveries, count: number): AnswerPlan {
  failures.take(count);
  const [first = ACKNOWLEDGED, ...others] = [
    ...Array.from({ length: count }, (_, at) => FAILURES[at % FAILURES.length]),
    acknowledge ?? ACKNOWLEDGED,
  ].filter((step) => step !== undefined);
  return [first, ...others];
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
  return deliveries.all.filter((arrival) => isForHook(arrival, hook) && arrival.answer.status >= 500).length;
}

/** The deliveries of one body, of which there are most. */
function mostCopies(arrivals: readonly Arrival[]): readonly Arrival[] {
  const groups = [...Map.groupBy(arrivals, ({ body }) => Buffer.from(body).toString("base64")).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** Milliseconds between one attempt and the next. */
function gapsOf(arrivals: readonly Arrival[]): number[] {
  return arrivals.slice(1).map(({ ticks }, at) => ticks - (arrivals[at]?.ticks ?? ticks));
}
