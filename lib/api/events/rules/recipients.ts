import { InconclusiveError, Violation } from "../../../engine/record/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import {
  AT_FORMER_URL,
  AT_OTHER_MERCHANT,
  AT_ROOT,
  MISSING,
  MISSING_AFTER_DISABLE,
  MISSING_AFTER_UPDATE,
  WHILE_DISABLED,
} from "../deliveries/delivery-deviations.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import type { Hook } from "../urls/hook.ts";
import type { EventRow, Round } from "../deliveries/ledger.ts";
import { bodyKey, newArrivals } from "../deliveries/new-arrivals.ts";
import { hasFailed } from "../deliveries/attempts.ts";
import { AGAIN, DISABLED } from "../scenes/disabled.ts";
import { BACK, BESIDE, LATER, MEANWHILE, REJECTED, UPDATED } from "../scenes/updates.ts";
import { findStray, misdeliveriesOf, rowsAt } from "./arrivals.ts";
import type { RoundFaults, RoundRule } from "./decided-by.ts";

/** After an update, events come to the new callback URL, and to none that the merchant had before. */
export const followsUpdates: RoundRule = async (context, round) => {
  const { deliveries } = context;
  const updated = rowsAt(deliveries, round, [UPDATED]);
  const missing = await misdeliveriesOf(deliveries, updated, () => MISSING_AFTER_UPDATE);
  const isShort = isAnyMissing(deliveries, updated, missing);
  const deviations = [AT_FORMER_URL, ...(isShort ? [MISSING] : [])];
  return byMerchant(context, updated).flatMap(([{ name }, rows]): RoundFaults => {
    const stored = rows.at(-1)?.hook;
    const hooks = deliveries.addresses.hooks.filter((hook) => hook.owner === name && hook !== stored);
    const expected = `no delivery to a former callback URL after an update, and an event ${rows.at(-1)?.type}`;
    return [
      [`${name} at a former URL`, findStray(deliveries, round, { rows, hooks, expected, deviations })],
      ...rows.map((row) => [`${name} missing`, missing.get(row)] as const),
    ];
  });
};

/** Whether an event is missing, or fewer new events came to a callback URL than were triggered for it. */
function isAnyMissing(
  deliveries: Deliveries,
  due: readonly EventRow[],
  missing: ReadonlyMap<EventRow, Violation>,
): boolean {
  const isShort = ([hook, rows]: readonly [Hook, readonly EventRow[]]) =>
    rows[0] !== undefined && newArrivals(deliveries, hook, rows[0].emission).length < rows.length;
  return missing.size > 0 || [...Map.groupBy(due, ({ hook }) => hook)].some(isShort);
}

/** No event comes to a callback URL of another merchant. */
export const staysWithItsMerchant: RoundRule = async (context, round) => {
  const { deliveries } = context;
  const updated = rowsAt(deliveries, round, [UPDATED]);
  const missing = await misdeliveriesOf(deliveries, updated);
  const isShort = isAnyMissing(deliveries, updated, missing);
  return byMerchant(context, updated).flatMap(([merchant, rows]): RoundFaults => [
    [foreignFault(merchant), findForeign(deliveries, round, rows, ofOthers(merchant), isShort)],
    ...rows.map((row) => [`${merchant.name} missing`, missing.get(row)] as const),
  ]);
};

function ofOthers({ name }: Merchant): string {
  return `no event of ${name} to be delivered to another merchant`;
}

/** Names the deliveries of a merchant's events to other merchants. */
export function foreignFault({ name }: Pick<Merchant, "name">): string {
  return `events of ${name} at URLs of other merchants`;
}

/** Events come to the stored callback URL, and nowhere else, whatever happened that changes nothing. */
export const keepsToStoredUrl: RoundRule = async ({ deliveries }, round) => {
  const moments = [LATER, BACK, REJECTED, BESIDE, MEANWHILE, AGAIN];
  const rows = rowsAt(deliveries, round, moments);
  const judged = rows.filter(({ when }) => when !== AGAIN);
  const missing = await misdeliveriesOf(deliveries, judged, ({ when }) =>
    [LATER, BACK, REJECTED].includes(when) ? MISSING_AFTER_UPDATE : MISSING_AFTER_DISABLE,
  );
  for (const { merchant } of missing.keys()) await assertNonePending(deliveries, merchant);
  return rows.flatMap((row): RoundFaults => {
    const place = `${row.merchant.name} ${row.when}`;
    const alone = `an event of ${row.merchant.name}, ${row.when}, to be delivered to ${row.hook.url} alone`;
    return [
      [`${place}: missing`, missing.get(row)],
      [`${place}: elsewhere too`, findElsewhere(deliveries, round, row, alone)],
      [`${place}: at the root too`, findAtRoot(deliveries, [row], alone)],
    ];
  });
};

/** An event at another URL of its merchant, or at one that was rejected. */
function findElsewhere(
  deliveries: Deliveries,
  round: Round,
  row: EventRow,
  expected: string,
): Violation | undefined {
  const { merchant, hook: own } = row;
  const hooks = [...deliveries.addresses.hooksOf(merchant), ...round.rejected].filter((hook) => hook !== own);
  return findStray(deliveries, round, { rows: [row], hooks, expected, deviations: [AT_FORMER_URL] });
}

const QUIET = "no delivery while the configuration is disabled";

/** No event of a disabled configuration comes to any callback URL of the run. */
export const staysQuiet: RoundRule = async (context, round) => {
  const { deliveries } = context;
  const disabled = byMerchant(context, rowsAt(deliveries, round, [DISABLED]));
  const hasCome = ({ hook, emission }: EventRow) => deliveries.of(hook, emission).length > 0;
  const isStale = round.rows.some((row) => row.when === AGAIN && row.isDue && !hasCome(row));
  const { reported } = deliveries.history;
  const own = [WHILE_DISABLED, ...(isStale ? [MISSING] : [])];
  // Events of other merchants, which are due, come here as well.
  const deviations = reported.size > 0 ? [AT_OTHER_MERCHANT] : own;
  return disabled.flatMap(([merchant, rows]): RoundFaults => {
    const hooks = [...deliveries.addresses.hooksOf(merchant), ...round.rejected];
    const foreign = foreignFault(merchant);
    const sought = reported.has(foreign) ? [] : rows;
    return [
      [
        `${merchant.name} while disabled`,
        findStray(deliveries, round, { rows, hooks, expected: QUIET, deviations }),
      ],
      [`${merchant.name} at the root`, findAtRoot(deliveries, rows, QUIET)],
      [foreign, findForeign(deliveries, round, sought, QUIET)],
    ];
  });
};

export function findAtRoot(
  deliveries: Deliveries,
  rows: readonly EventRow[],
  expected: string,
): Violation | undefined {
  if (!rows.some(({ emission }) => deliveries.isAstray(emission))) return undefined;
  if (deliveries.hasStrangers)
    throw new InconclusiveError(
      "Events came to the root of the receiver before the run had triggered any. So their sender is unknown.",
    );
  return new Violation({ expected, actual: "an event at the root of the receiver", deviations: [AT_ROOT] });
}

/** Events come again after a register has enabled the configuration. */
export const resumes: RoundRule = async ({ deliveries }, round) => {
  const rows = rowsAt(deliveries, round, [AGAIN]);
  const missing = await misdeliveriesOf(deliveries, rows, () => MISSING_AFTER_DISABLE);
  for (const { merchant } of missing.keys()) await assertNonePending(deliveries, merchant);
  return [...missing].map(([{ merchant }, violation]) => [merchant.name, violation]);
};

/** @throws {InconclusiveError} when a further retry of the merchant's last failed delivery is due: later events may wait for it */
async function assertNonePending({ all, addresses, history }: Deliveries, merchant: Merchant): Promise<void> {
  const own = all.filter((arrival) => addresses.ownerOf(arrival) === merchant.name);
  const failed = own.findLast(hasFailed);
  if (failed === undefined) return;
  const attempts = own.filter((arrival) => bodyKey(arrival) === bodyKey(failed));
  const { retryCount } = await history.configurations.lastSeen(merchant);
  if (!attempts.every(hasFailed) || attempts.length > Number(retryCount ?? Infinity)) return;
  throw new InconclusiveError(
    `A failed delivery to ${merchant.name} has not been made again as often as promised, and later events may wait for it.`,
  );
}

/** @throws {Violation} when an event came to another merchant, unless other clients cause such deliveries */
export async function assertNoneForeign(
  { deliveries, merchant, others }: EventsContext,
  faults: ReadonlyMap<string, Violation>,
): Promise<void> {
  const foreign = [merchant, ...others].map(foreignFault).filter((name) => faults.has(name));
  const [first] = foreign;
  if (first === undefined) return;
  for (const name of foreign) deliveries.history.reported.add(name);
  await assertQuiet(deliveries, deliveries.addresses.hooks);
  throw faults.get(first);
}

/**
 * Whether other clients cause deliveries to these hooks.
 * @throws {InconclusiveError} when some come while the run triggers nothing
 */
async function assertQuiet(deliveries: Deliveries, hooks: readonly Hook[]): Promise<void> {
  const since = await deliveries.mark();
  await deliveries.silence();
  const loud = hooks.find((hook) => newArrivals(deliveries, hook, since).length > 0);
  if (loud === undefined) return;
  throw new InconclusiveError(
    `Deliveries come to ${loud.url} also while the run triggers no event: other clients may cause them. Set events.correlation, so that the run can distinguish its events.`,
  );
}

/** An event at a callback URL that another merchant had before. */
function findForeign(
  deliveries: Deliveries,
  round: Round,
  rows: readonly EventRow[],
  expected: string,
  isMissing = false,
): Violation | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const before = deliveries.addresses.hooks.slice(0, deliveries.addresses.hooks.indexOf(first.hook));
  const hooks = before.filter(({ owner }) => owner !== first.merchant.name);
  const deviations = [AT_OTHER_MERCHANT, ...(isMissing ? [MISSING] : [])];
  return findStray(deliveries, round, { rows, hooks, expected, deviations });
}

export function byMerchant(
  { merchant, others }: Pick<EventsContext, "merchant" | "others">,
  rows: readonly EventRow[],
): readonly (readonly [Merchant, readonly EventRow[]])[] {
  return [merchant, ...others].map((one) => [one, rows.filter((row) => row.merchant === one)] as const);
}
