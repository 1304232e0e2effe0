import { InconclusiveError, Violation } from "../../../engine/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";
import type { Hook } from "../hook.ts";
import { failIfPersistent } from "../rules/persistent-faults.ts";
import { assertCarriesOne } from "./assert-carries-one.ts";
import { acceptFromNowOn, type FailedEvent, failFirst } from "./count-attempts.ts";
import { UNRETRIED } from "./fail-together.ts";
import { promisedBy } from "./retried.ts";

const FAILURES = 2;
const LEAST_FAILURE = 500;

/** A further event of the URL, and what it has to show. */
interface Later {
  readonly when: string;
  /** How many deliveries of the events so far are due. */
  readonly due: number;
}

/**
 * Fails the first deliveries of an event, and triggers another one at the same URL while it is retried, and one more when
 * both have come. A target that disables the webhook because of the failures owes none of them.
 * @throws {Violation} when one of the further events does not come within the time that all retries take
 */
export async function goesOnBesideRetries(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  const promised = await promisedBy(merchant);
  const failures = Math.min(FAILURES, promised);
  await failIfPersistent(async () => {
    const isLater = deliveries.all.some(({ answer }) => answer.status >= LEAST_FAILURE);
    const since = await deliveries.mark();
    const failed = await failFirst(deliveries, merchant, failures, failures);
    const { hook, type } = failed.found;
    if (isLater && (await isSilent(deliveries, hook, since))) return nothing(hook, type);
    assertRetried(deliveries, failed, since, failures);
    const during = await missingLater(deliveries, failed, since, {
      when: "while another one is retried",
      due: failures + 2,
    });
    await acceptFromNowOn(deliveries, failed.found.hook, failed.planned);
    const wrong =
      during ??
      (await missingLater(deliveries, failed, since, {
        when: "after a retry was accepted",
        due: failures + 3,
      }));
    return wrong !== undefined && (await merchant.configuration()).status === 0 ? undefined : wrong;
  });
}

/** Triggers an event, and waits until as many deliveries have come as are due. */
async function missingLater(
  deliveries: Deliveries,
  { found }: FailedEvent,
  since: Emission,
  { when, due }: Later,
): Promise<Violation | undefined> {
  const { hook, merchant, types, type } = found;
  const other = types.find((one) => one !== type) ?? type;
  const emission = await deliveries.trigger(merchant, other);
  const { retriesMs, patienceMs } = deliveries.waits;
  const withinMs = retriesMs ?? patienceMs;
  const came = await deliveries.further(hook, since, { count: due, withinMs });
  if (came.length >= due || isAmong(deliveries, came, emission)) return undefined;
  if (retriesMs === undefined)
    throw new InconclusiveError(
      `An event ${when} did not come within ${withinMs / 1000} s: it may come later. Set events.retries.windowSeconds to the time that all retries take.`,
    );
  if (deliveries.history.reported.has(UNRETRIED))
    throw new InconclusiveError(
      "Could not check: already one event that fails is not retried as promised. Fix `delivery.retries` first.",
    );
  await assertCarriesOne(deliveries, merchant, found, came);
  return new Violation({
    expected: `an event ${other} of ${merchant.name}, ${when}, to be delivered to ${hook.url}`,
    actual: `${came.length} of ${due} deliveries of all events there within ${withinMs / 1000} s`,
  });
}

/** Whether nothing comes to a hook within the time that all retries of earlier events take. */
async function isSilent(deliveries: Deliveries, hook: Hook, since: Emission): Promise<boolean> {
  const withinMs = deliveries.waits.retriesMs;
  if (withinMs === undefined) return false;
  return (await deliveries.further(hook, since, { count: 1, withinMs })).length === 0;
}

function nothing({ owner, url }: Hook, type: string): Violation {
  return new Violation({
    expected: `an event ${type} of ${owner}, after others whose deliveries failed, to be delivered to ${url}`,
    actual: "no delivery",
  });
}

/** Whether an event has come, as far as it is known by an identifier. */
function isAmong(deliveries: Deliveries, came: readonly Arrival[], { id }: Emission): boolean {
  return id !== undefined && came.some((arrival) => deliveries.eventId(arrival) === id);
}

/** @throws {InconclusiveError} when the event itself is not retried: later events may wait for it */
function assertRetried(
  deliveries: Deliveries,
  { found: { hook } }: FailedEvent,
  since: Emission,
  failures: number,
): void {
  const { length } = deliveries.at(hook, since);
  if (length >= Math.max(failures, 1)) return;
  throw new InconclusiveError("A failed delivery was not made up for, and later events may wait for it.");
}
