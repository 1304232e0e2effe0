import { type AnyPlannedRow, type PlanPhase, phaseOf } from "../plan/plan.ts";

/**
 * Where a row is judged. `first`: on the first lane. `any`: on whichever lane is free. `beside`: beside all
 * lanes, in its own order.
 */
export type LanePlace = "first" | "any" | "beside";

/** Each lane judges one row at a time, and all lanes judge at once. */
export interface Lanes<R> {
  readonly count: number;
  readonly placeOf: (requirement: R) => LanePlace;
  /** Estimated requests of a requirement. The longest ones begin first. */
  readonly costOf: (requirement: R) => number;
}

/** Rows that are judged before those of the next stage begin. */
export interface Stage<Row> {
  /** For the first lane alone. */
  readonly own: readonly Row[];
  /** For all lanes: a free lane takes the next one. */
  readonly shared: readonly Row[];
}

/** The rows of a plan, divided among lanes. */
export interface DividedRows<Row> {
  readonly beside: readonly Row[];
  readonly stages: readonly Stage<Row>[];
}

/**
 * Divides the rows of a plan. With one lane, the order of the plan stays. Each stage begins when all lanes have
 * ended the one before it: what comes after the checks needs all their answers.
 */
export function divideRows<Row extends AnyPlannedRow>(
  rows: readonly Row[],
  { count, placeOf, costOf }: Lanes<Row["requirement"]>,
): DividedRows<Row> {
  const isAt = (place: LanePlace) => (row: Row) => placeOf(row.requirement) === place;
  const beside = rows.filter(isAt("beside"));
  const others = rows.filter((row) => !beside.includes(row));
  if (count <= 1) return { beside, stages: [{ own: others, shared: [] }] };
  const isShared = (row: Row) => sendsRequests(row) && isAt("any")(row);
  const longestFirst = (a: Row, b: Row) => costOf(b.requirement) - costOf(a.requirement);
  const stages = STAGES.map((phases): Stage<Row> => {
    const ofPhases = phases.map((phase) => others.filter((row) => phaseOf(row) === phase));
    return {
      own: ofPhases.flat().filter((row) => !isShared(row)),
      shared: ofPhases.flatMap((some) => some.filter(isShared).toSorted(longestFirst)),
    };
  });
  return { beside, stages };
}

const STAGES: readonly (readonly PlanPhase[])[] = [
  ["unjudged", "check", "spending"],
  ["last", "rule", "observation"],
  ["listener"],
];

function sendsRequests(row: AnyPlannedRow): boolean {
  return !["unjudged", "listener"].includes(phaseOf(row));
}
