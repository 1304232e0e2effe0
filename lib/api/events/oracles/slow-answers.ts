import type { Plain } from "../../../engine/plain.ts";
import { ACKNOWLEDGED } from "../../../receiver/answer-plan.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { assertUsualOnce, deliveredAgainMs, lateMs } from "./delivered-again.ts";

/** Between the time-outs that senders have: 1, 3, 5, 10 and 15 s. */
const DELAYS_MS = [12_500, 7_500, 4_000, 2_000, 300];

/**
 * How long a receiver may take to answer until the delivery is made again, between two steps. The longest one is no longer
 * than the run waits to say that nothing comes.
 */
export async function slowAnswers(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const lateness = await lateMs(deliveries, merchant);
  const usual = deliveries.acknowledge ?? ACKNOWLEDGED;
  const least = Math.min(...DELAYS_MS);
  let delays = DELAYS_MS.filter((ms) => ms <= Math.max(least, deliveries.waits.silenceMs));
  let over: number | undefined;
  for (let [delayMs] = delays; delayMs !== undefined; [delayMs] = delays) {
    const slow = { ...usual, delayMs };
    const againMs = await deliveredAgainMs(deliveries, merchant, slow, delayMs + lateness);
    if (againMs === undefined)
      return over === undefined ? `${seconds(delayMs)} or longer` : `${seconds(delayMs)} to ${seconds(over)}`;
    deliveries.failures.take(1);
    if (over === undefined) await assertUsualOnce(deliveries, merchant, lateness);
    over = DELAYS_MS.findLast((ms) => ms <= (delayMs ?? 0) && ms >= againMs) ?? delayMs;
    delays = delays.filter((ms) => ms < Math.min(delayMs ?? 0, againMs));
  }
  return `under ${seconds(least)}`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
