import { Violation } from "../../../engine/verdict.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Hook } from "../hook.ts";
import type { EventRow, Round } from "../ledger.ts";
import { NothingCameError } from "../nothing-came-error.ts";
import { findMisdelivery, missingEventError } from "../oracles/find-misdelivery.ts";
import { newArrivals } from "../oracles/new-arrivals.ts";
import type { RoundRule } from "./decided-by.ts";

/** Each due event comes to its callback URL, path and query as registered. */
export const reachesItsUrl: RoundRule = async ({ deliveries }, { rows }) => {
  const wrong = await misdeliveriesOf(deliveries, rows);
  return [...wrong.values()].map((violation) => ["missing", violation]);
};

/** The same, where a loss counts only at the same place of each round. */
export const reachesFromEachPlace: RoundRule = async ({ deliveries }, { rows }) => {
  const wrong = await misdeliveriesOf(deliveries, rows);
  return [...wrong].map(([row, violation]) => [String(rows.indexOf(row)), violation]);
};

/**
 * The due events that did not come to their callback URL.
 * @throws {NothingCameError} when nothing has ever come, neither there nor at another callback URL
 */
export async function misdeliveriesOf(
  deliveries: Deliveries,
  rows: readonly EventRow[],
): Promise<ReadonlyMap<EventRow, Violation>> {
  const wrong = new Map<EventRow, Violation>();
  let silence: NothingCameError | undefined;
  for (const row of rows.filter(({ isDue }) => isDue)) {
    try {
      const violation = await findMisdelivery(deliveries, row, row.emission);
      if (violation !== undefined) wrong.set(row, violation);
    } catch (error) {
      if (!(error instanceof NothingCameError)) throw error;
      silence ??= error;
    }
  }
  if (silence !== undefined && wrong.size === 0) throw silence;
  return wrong;
}

/** Some events, and where no delivery of them may come. */
interface Forbidden {
  /** In the order of their triggers. */
  readonly rows: readonly EventRow[];
  readonly hooks: readonly Hook[];
  /** For example `no delivery to a former callback URL`. */
  readonly expected: string;
}

/**
 * A delivery of some events that came where none of them may come. Deliveries whose event is not known are counted: some
 * are due at such a URL, a new URL may be greeted, and an event may cause others.
 */
export function findStray(
  deliveries: Deliveries,
  round: Round,
  { rows, hooks, expected }: Forbidden,
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
    const { length } = unknown.length > allowedAt(round, hook, after) ? came : certain;
    if (length > 0) return new Violation({ expected, actual: `${length} to ${hook.url}` });
  }
  return undefined;
}

function isDueAt({ isDue, hook: own }: EventRow, { token }: Hook): boolean {
  return isDue && own.token === token;
}

/** How many new deliveries may come to a callback URL from some moment on. */
function allowedAt({ rows, fresh, perEvent }: Round, hook: Hook, after: number): number {
  const due = rows.filter((row) => isDueAt(row, hook) && row.emission.after >= after).length;
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
