import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Plain } from "../../../engine/requirement/plain.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { registerHook, requireDelivery } from "../deliveries/registration.ts";
import { MAX_FAILURES, failedAt, failingAnswers } from "../scenes/fail-deliveries.ts";
import { lateMsSeen, lateMs } from "./observe-answers.ts";
import { missingEventError } from "../deliveries/find-misdelivery.ts";
import type { Registration } from "../deliveries/ledger.ts";
import { succeeded } from "../../exchange/answer.ts";
import type { Emission } from "../trigger/emission.ts";
import type { Hook } from "../urls/hook.ts";

/** No known sender gives up after fewer. */
const LEAST_FAILURES = 4;

/**
 * Whether a target gives a callback URL up to which ten deliveries in a row have failed, and what ends that. The merchant is
 * left with another URL, to which events are delivered as far as the target still delivers.
 * @throws {InconclusiveError} when the run may not fail ten more, and the target has not given up before
 */
export async function givingUp({ deliveries, merchant }: EventsContext): Promise<Plain> {
  const againMs = lateMsSeen(deliveries) ?? deliveries.waits.silenceMs;
  const planned = Math.max(LEAST_FAILURES, Math.min(MAX_FAILURES, deliveries.failuresLeft));
  const found = await registerHook(deliveries, merchant, { plan: failingAnswers(planned) });
  const how = await failedUntilEnd(deliveries, found, planned, againMs);
  await deliveries.plan(found.hook);
  if (how === "disabled") {
    await deliveries.silence();
    const isBack = await isEnabled(merchant);
    const goesOn = await goesOnAtAnother(deliveries, found, againMs);
    return { status: 0, ends: isBack ? "by itself" : goesOn ? "by another register" : "not by register" };
  }
  const goesOn = await goesOnAtAnother(deliveries, found, againMs);
  if (how === "silent")
    return { deliveries: "end", ends: goesOn ? "by another register" : "not by register" };
  if (planned === MAX_FAILURES) {
    const status = found.unshown.includes("status") ? "not shown" : "kept";
    return { status, ...(!goesOn && { deliveries: "end" }) };
  }
  throw new InconclusiveError(
    `The status did not change after ${planned} failed deliveries in a row. This check needs ${MAX_FAILURES}, and the run may fail no more. Run this check alone, by its id.`,
  );
}

/** Fails events until the target gives up, or as many as are planned have failed. */
async function failedUntilEnd(
  deliveries: Deliveries,
  { merchant, hook, type }: Registration,
  planned: number,
  againMs: number,
): Promise<"disabled" | "silent" | "kept"> {
  while (failedAt(deliveries, hook) < planned) {
    const emission = await deliveries.trigger(merchant, type);
    const came = await deliveries.come(hook, emission);
    const late =
      came.length > 0 ? came : await deliveries.further(hook, emission, { count: 1, withinMs: againMs });
    if (!(await isEnabled(merchant))) return "disabled";
    if (late.length === 0 && failedAt(deliveries, hook) === 0) throw missingEventError(deliveries, hook);
    if (late.length === 0) return "silent";
  }
  await deliveries.silence(againMs);
  return (await isEnabled(merchant)) ? "kept" : "disabled";
}

async function isEnabled(merchant: Merchant): Promise<boolean> {
  return (await merchant.configuration()).status !== 0;
}

/** Whether events are delivered after an update of the callback URL. */
async function goesOnAtAnother(
  deliveries: Deliveries,
  { merchant, type }: Registration,
  againMs: number,
): Promise<boolean> {
  const hook = await deliveries.register(merchant);
  if (!(await isEnabled(merchant))) return false;
  const emission = await deliveries.trigger(merchant, type);
  return (await deliveries.come(hook, emission, deliveries.waits.patienceMs + againMs)).length > 0;
}

/** One is not enough where the retry comes before the configuration has changed. */
const FAILURES = 2;
const TIMES = 3;

/** An event whose delivery has failed, and will be made again. */
interface Pending {
  readonly hook: Hook;
  readonly emission: Emission;
}

/** Observes a retry that is due when its configuration is disabled, or gets another callback URL. */
export async function observeQueued({ deliveries, merchant }: EventsContext): Promise<Plain> {
  const againMs = await lateMs(deliveries, merchant);
  return {
    disabled: await whileDisabled(deliveries, merchant, againMs),
    updated: await afterUpdate(deliveries, merchant, againMs),
  };
}

async function whileDisabled(deliveries: Deliveries, merchant: Merchant, againMs: number): Promise<string> {
  const { hook, since } = await meanwhile(deliveries, merchant, async () => {
    if (succeeded(await merchant.disable())) return;
    throw new InconclusiveError("The configuration could not be disabled while a retry was due.");
  });
  const came = await deliveries.further(hook, since, { count: 1, withinMs: againMs });
  return came.length > 0 ? "delivered all the same" : "not delivered";
}

async function afterUpdate(deliveries: Deliveries, merchant: Merchant, againMs: number): Promise<string> {
  const before = await deliveries.mark();
  const { hook, emission, since, done } = await meanwhile(deliveries, merchant, async () =>
    deliveries.register(merchant),
  );
  await deliveries.silence(againMs);
  const isAtNew = deliveries.of(done, { ...emission, after: before.after }).length > 0;
  const isAtFormer = deliveries.of(hook, since).length > 0;
  if (isAtNew) return isAtFormer ? "delivered to both URLs" : "delivered to the new URL";
  return isAtFormer ? "delivered to the former URL" : "not delivered";
}

/** Changes the configuration between the first attempt at an event and the next one. @throws {InconclusiveError} when that comes too soon each time */
async function meanwhile<T>(
  deliveries: Deliveries,
  merchant: Merchant,
  change: () => Promise<T>,
): Promise<Pending & { readonly since: Emission; readonly done: T }> {
  for (let time = 0; time < TIMES; time += 1) {
    const found = await registerHook(deliveries, merchant, { plan: failingAnswers(FAILURES) });
    const { hook } = found;
    const emission = await deliveries.trigger(merchant, found.type);
    await requireDelivery(deliveries, found, emission);
    const done = await change();
    const since = { ...emission, ...(await deliveries.mark()) };
    const isPending = deliveries.of(hook, emission).length <= FAILURES;
    await deliveries.plan(hook);
    if (isPending) return { hook, emission, since, done };
  }
  throw new InconclusiveError("Retries came before the configuration could be changed.");
}
