import { InapplicableError } from "../../../engine/verdict.ts";
import type { Plain } from "../../../engine/plain.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { timedAttempts } from "../attempts.ts";
import { deliveredAgainMs, failSome, lateMs } from "./delivered-again.ts";
import { missingEventError } from "./find-misdelivery.ts";
import { registerHook } from "./establish-hook.ts";

/** Other answers of a receiver; the last one may end a subscription. */
const OPEN_ANSWERS = [302, 404, 429, 410];
const FAILURES = 2;
const UNITS: readonly (readonly [maxMs: number, words: string])[] = [
  [1_000, "under a second"],
  [60_000, "seconds"],
  [3_600_000, "minutes"],
];

/** Whether events are delivered to a receiver whose certificate is of no known authority. */
export async function selfSigned(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const found = await registerHook(deliveries, merchant);
  if (deliveries.receiver?.isSelfSigned !== true)
    throw new InapplicableError("The receiver has no generated certificate.");
  const { brokenOff } = deliveries.receiver;
  if (deliveries.history.silence !== undefined && brokenOff > 0) return "refused";
  const emission = await deliveries.trigger(merchant, found.type);
  const came = await deliveries.come(found.hook, emission);
  if (came.length > 0) return "accepted";
  if (deliveries.receiver.brokenOff > brokenOff) return "refused";
  throw missingEventError(deliveries, found.hook);
}

/** How long retries take, in words that jitter does not change. */
export async function retriesInTime(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const known = timedAttempts(deliveries).find(({ gapsMs }) => gapsMs.length >= FAILURES);
  const { gapsMs } = known ?? (await failSome(deliveries, merchant, FAILURES));
  return gapsMs.slice(0, FAILURES).map((ms) => UNITS.find(([maxMs]) => ms < maxMs)?.[1] ?? "hours");
}

/** Observes whether the target delivers again after an answer that is neither a success nor a failure. */
export async function meaningOfAnswers(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const withinMs = await lateMs(deliveries, merchant);
  const meanings: [string, string][] = [];
  for (const status of OPEN_ANSWERS) {
    deliveries.failures.take(1);
    const againMs = await deliveredAgainMs(deliveries, merchant, { status }, withinMs);
    meanings.push([String(status), againMs === undefined ? "final" : "delivered again"]);
  }
  return Object.fromEntries(meanings);
}
