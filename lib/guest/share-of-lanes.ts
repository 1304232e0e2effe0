import type { Lanes } from "../engine/run/lanes.ts";
import type { Requirement, RequirementId } from "../engine/requirement/requirement.ts";

/** Requests that show that merchants do not disturb each other. */
const REQUESTS_TO_SEPARATE = 65;
/** Requests with which a further lane begins. */
const REQUESTS_TO_JOIN = 8;

/** The requests of a selection, in one lane. */
export interface RequestsInOneLane<R> {
  /** With those of arrival and departure. */
  readonly requests: number;
  readonly asked: readonly R[];
  readonly costs: ReadonlyMap<RequirementId, number>;
}

/** The requests of a selection in its lanes, and those of the busiest lane. */
export function shareOfLanes<R extends Pick<Requirement<never, never, never>, "id">>(
  { requests, asked, costs }: RequestsInOneLane<R>,
  { count, placeOf }: Lanes<R>,
): { readonly requests: number; readonly inTurn: number } {
  const of = { first: 0, any: 0, beside: 0 };
  for (const one of asked) of[placeOf(one)] += costs.get(one.id) ?? 0;
  const visit = requests - of.first - of.any - of.beside;
  const opening = count === 1 || of.any === 0 ? 0 : REQUESTS_TO_SEPARATE + (count - 1) * REQUESTS_TO_JOIN;
  const busiest = Math.max(of.beside, opening + Math.max(of.first, (of.first + of.any) / count));
  return { requests: Math.ceil((requests + opening) / 10) * 10, inTurn: Math.ceil(visit + busiest) };
}
