import { InapplicableError, InconclusiveError, UnreturnedError, Violation } from "../../../engine/verdict.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { type Attempts, countAttempts, inWords, MAX_FAILURES } from "./count-attempts.ts";
import { isAt } from "../hook.ts";
import { atAnotherUrl, missingEventError } from "./find-misdelivery.ts";
import { failIfPersistent } from "../rules/persistent-faults.ts";

/**
 * A delivery that keeps failing is attempted once, and again as often as `retryCount` says, neither more nor fewer.
 * Fewer fail the target only if the time within which all come is known.
 *
 * @param turn decides the event type
 * @throws {Violation}, {InconclusiveError}, or {InapplicableError} where `retryCount` says something else
 */
export async function retriesAsPromised(
  deliveries: Deliveries,
  merchant: Merchant,
  turn: number,
): Promise<void> {
  const before = await promisedBy(merchant);
  const expected = Math.min(before + 1, MAX_FAILURES);
  await failIfPersistent(async () => {
    const seen = await failedThroughout(deliveries, merchant, expected, turn);
    await assertSteady(deliveries, merchant, before, seen);
    const { length } = seen.arrivals;
    const [elsewhere] = seen.arrivals.filter((arrival) => !isAt(arrival, seen.found.hook));
    if (elsewhere !== undefined) return atAnotherUrl(seen.found.hook, elsewhere.target);
    if (length > before + 1 && seen.alike < length) throw isMixed(seen);
    if (length > before + 1) return unlike(before, seen);
    if (length >= expected) return undefined;
    if (isLastAccepted(seen)) throw isMixed(seen);
    if (deliveries.waits.retriesMs !== undefined) return unlike(before, seen);
    throw new InconclusiveError(
      `There were ${inWords(seen)}, within ${deliveries.waits.patienceMs / 1000} s, where \`retryCount\` ${before} promises ${before + 1}: more may come later. Set events.retries.windowSeconds to the time that all retries take.`,
    );
  });
}

/** Other events to the same URL may use up the failures: then more are made. */
async function failedThroughout(
  deliveries: Deliveries,
  merchant: Merchant,
  expected: number,
  turn: number,
): Promise<Attempts> {
  const seen = await countAttempts(deliveries, merchant, expected + 1, expected, turn);
  const isCutShort = isLastAccepted(seen) && seen.arrivals.length <= expected;
  return isCutShort ? countAttempts(deliveries, merchant, MAX_FAILURES, expected, turn) : seen;
}

function isLastAccepted({ arrivals }: Attempts): boolean {
  const last = arrivals.at(-1);
  return last !== undefined && last.answer.status < 300;
}

/** An accepted delivery is not repeated. Checks nothing if the answer that accepts a delivery is not known. */
export async function stopsWhenAccepted(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  if (deliveries.acknowledge === undefined || (await promisedBy(merchant)) === 0) return;
  await failIfPersistent(async () => {
    const seen = await countAttempts(deliveries, merchant, 1, 2);
    const { length } = seen.arrivals;
    if (length <= 2 || seen.alike < length) return undefined;
    return new Violation({
      expected: "no attempt after the one that was accepted, the second one",
      actual: inWords(seen),
    });
  });
}

/** How often `retryCount` promises to retry. @throws {UnreturnedError} */
export async function promisedBy(merchant: Merchant): Promise<number> {
  await merchant.settled();
  return promiseIn(await merchant.configuration());
}

/** The same in a configuration that was read. */
export function promiseIn({ retryCount }: Pick<Configuration, "retryCount">): number {
  if (typeof retryCount === "number" || typeof retryCount === "bigint") return Number(retryCount);
  throw new UnreturnedError(["retryCount"], "The target does not return `retryCount`.");
}

async function assertSteady(
  deliveries: Deliveries,
  merchant: Merchant,
  before: number,
  seen: Attempts,
): Promise<void> {
  if (seen.arrivals.length === 0) throw missingEventError(deliveries, seen.found.hook);
  await merchant.settled();
  const configuration = await merchant.configuration();
  if (configuration.status === 0) {
    throw new InapplicableError(
      `The target disabled the configuration by itself while deliveries failed, after ${inWords(seen)}.`,
    );
  }
  const now = promiseIn(configuration);
  if (now === before) return;
  throw new InapplicableError(
    `\`retryCount\` moved from ${before} to ${now} while deliveries failed: it counts, and does not say how often is retried.`,
  );
}

function isMixed(seen: Attempts): InconclusiveError {
  return new InconclusiveError(
    `There were ${inWords(seen)}: other events may be among them, or attempts differ. Set events.correlation, so that the run can distinguish them.`,
  );
}

function unlike(promised: number, seen: Attempts): Violation {
  const times = promised === 0 ? "1 attempt" : `${promised + 1} attempts`;
  return new Violation({
    expected: `${times} at an event ${seen.found.type} whose delivery keeps failing, since \`retryCount\` is ${promised}`,
    actual: inWords(seen),
  });
}
