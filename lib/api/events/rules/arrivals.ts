import { InapplicableError, InconclusiveError, Violation } from "../../../engine/record/verdict.ts";
import type { Deviation } from "../../../engine/requirement/deviation.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { Hook } from "../urls/hook.ts";
import type { EventRow, Failing, Round } from "../deliveries/ledger.ts";
import { MISSING } from "../deliveries/delivery-deviations.ts";
import { describeDue, findMisdelivery, missingEventError } from "../deliveries/find-misdelivery.ts";
import { newArrivals } from "../deliveries/new-arrivals.ts";
import type { RoundRule } from "./decided-by.ts";
import { NothingCameError } from "../deliveries/delivery-history.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { assertNotLate, isLost } from "../deliveries/lateness.ts";
import { assertCarriesOne } from "../deliveries/assert-carries-one.ts";

/** One event may be lost by chance, for example when it meets an update. */
const TELLING_LOSSES = 2;

/** Each due event comes to its callback URL, path and query as registered. */
export const reachesItsUrl: RoundRule = async ({ deliveries }, { rows }) => {
  const wrong = await misdeliveriesOf(deliveries, rows);
  for (const { hook } of wrong.keys()) await assertKeptOnTheWay(deliveries, hook);
  return [...wrong.values()].map((violation) => ["missing", violation]);
};

/** The way to the receiver changes URLs of one form. */
export class ChangedOnTheWayError extends InconclusiveError {}

/** @throws {ChangedOnTheWayError} when the way to the receiver does not keep the form of a callback URL */
export async function assertKeptOnTheWay({ receiver }: Deliveries, { form }: Hook): Promise<void> {
  const problem = form && (await receiver?.prove(form));
  if (problem === undefined) return;
  throw new ChangedOnTheWayError(
    `The way to the receiver does not keep callback URLs with ${form?.name}: our own request to it ${problem}.`,
  );
}

/**
 * The due events that did not come to their callback URL.
 * @throws {NothingCameError} when nothing has ever come, neither there nor at another callback URL
 */
export async function misdeliveriesOf(
  deliveries: Deliveries,
  rows: readonly EventRow[],
  deviationOf: (row: EventRow) => Deviation = () => MISSING,
): Promise<ReadonlyMap<EventRow, Violation>> {
  const wrong = new Map<EventRow, Violation>();
  let silence: NothingCameError | undefined;
  for (const row of rows.filter(({ isDue }) => isDue)) {
    try {
      const violation = await findMisdelivery(deliveries, row);
      if (violation !== undefined) wrong.set(row, replaceMissing(violation, deviationOf(row)));
    } catch (error) {
      if (!(error instanceof NothingCameError)) throw error;
      silence ??= error;
    }
  }
  if (silence !== undefined && wrong.size === 0) throw silence;
  return wrong;
}

function replaceMissing({ evidence }: Violation, missing: Deviation): Violation {
  const deviations = evidence.deviations?.map((one) =>
    one.what === MISSING.what ? { ...one, when: missing.when } : one,
  );
  return new Violation({ ...evidence, ...(deviations && { deviations }) });
}

/** Some events, and where no delivery of them may come. */
interface Forbidden {
  /** In the order of their triggers. */
  readonly rows: readonly EventRow[];
  readonly hooks: readonly Hook[];
  /** For example `no delivery to a former callback URL`. */
  readonly expected: string;
  /** Default: such a delivery explains nothing else. */
  readonly deviations?: readonly Deviation[];
}

/**
 * A delivery of some events that came where none of them may come. Deliveries whose event is not known are counted: some
 * are due at such a URL, a new URL may be greeted, and an event may cause others.
 */
export function findStray(
  deliveries: Deliveries,
  round: Round,
  { rows, hooks, expected, deviations = [] }: Forbidden,
): Violation | undefined {
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { after, at } = first.emission;
  const window = { after, at, ...(last.emission.end && { end: last.emission.end }) };
  for (const hook of hooks) {
    const came = newArrivals(deliveries, hook, window);
    const ids = rows.filter((row) => !isDueAt(row, hook)).map(({ emission: { id } }) => id);
    const known = came.map((arrival) => deliveries.eventId(arrival));
    const certain = known.filter((id) => id !== undefined && ids.includes(id));
    const unknown = known.filter((id) => id === undefined);
    const { length } = unknown.length > allowedAt(round, hook, window) ? came : certain;
    if (length > 0) return new Violation({ expected, actual: `${length} to ${hook.url}`, deviations });
  }
  return undefined;
}

function isDueAt({ isDue, hook: own }: EventRow, { token }: Hook): boolean {
  return isDue && own.token === token;
}

/** How many new deliveries may come to a callback URL in a window. */
function allowedAt({ rows, fresh, perEvent }: Round, hook: Hook, { after, end }: Failing["window"]): number {
  const within = rows.filter(
    ({ emission }) => emission.after >= after && emission.after < (end?.after ?? Infinity),
  );
  const due = within.filter((row) => isDueAt(row, hook)).length;
  return due === 0 && fresh.has(hook) ? perEvent - 1 : due * perEvent;
}

/** The rows of some moments. @throws {InconclusiveError} when the scene ended before each of them */
export function rowsAt(
  deliveries: Deliveries,
  { rows, obstacle }: Round,
  moments: readonly string[],
): readonly EventRow[] {
  const found = rows.filter(({ when }) => moments.includes(when));
  if (found.length > 0) return found;
  if (obstacle !== undefined) throw obstacle;
  const [last] = rows.toReversed();
  if (last !== undefined) throw missingEventError(deliveries, last.hook);
  return [];
}

/**
 * The events that were due in the run have come, also those that would come at the next try. Rounds in which another check
 * has found a failure do not count.
 * @throws {Violation} when more than one has not
 */
export async function noneLost({ deliveries }: EventsContext): Promise<void> {
  const due = deliveries.ledger.wholeRounds.flatMap(({ rows }) => rows.filter(({ isDue }) => isDue));
  const lost = due.filter((row) => isLost(deliveries, row));
  const [first = due[0]] = lost;
  if (first === undefined) throw new InapplicableError("The run has triggered no event that was due.");
  if (!deliveries.hasDelivered) throw missingEventError(deliveries, first.hook);
  if (lost.length < TELLING_LOSSES) return;
  await assertNotLate(deliveries);
  throw new Violation({
    expected: `${due.length} deliveries of ${due.length} events`,
    actual: `${due.length - lost.length} of them; expected was ${describeDue(first)}`,
    deviations: [MISSING],
  });
}

/** As many deliveries come as events occurred at the same time, unless one of them may carry several. */
export const allCome: RoundRule = async ({ deliveries, merchant }, { rows }) => {
  const [first] = rows;
  if (first === undefined) return [];
  const { hook, types, emission } = first;
  const after = Math.min(...rows.map((row) => row.emission.after));
  const came = deliveries.at(hook, { ...emission, after });
  if (came.length >= rows.length) return [];
  if (came.length === 0) throw missingEventError(deliveries, hook);
  await assertCarriesOne(deliveries, merchant, { hook, types }, came);
  const violation = new Violation({
    expected: `${rows.length} events, triggered at once, to be delivered to ${hook.url}`,
    actual: `${came.length} of them within ${deliveries.waits.patienceMs / 1000} s`,
    deviations: [MISSING],
  });
  return [["missing", violation]];
};
