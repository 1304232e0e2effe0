import type { Budget, Depth } from "../engine/effort.ts";
import { areaOf, isNormative } from "../engine/catalogue.ts";
import { isListener } from "../engine/is-listener.ts";
import type { Requirement, RequirementId } from "../engine/requirement.ts";

type Asked = Requirement<never, never, never>;

const DELIVERY = "delivery";
/** Requests of deliveries, and of all others. */
const OBSERVATIONS = { delivery: "observations of deliveries", others: "observations" };

/**
 * Requests to the reference by the checks of an area. The selftest measures on every build those that require
 * only two merchants.
 */
export const REQUESTS_OF_AREAS: Readonly<Record<string, Budget>> = {
  "api-key": { quick: 80, standard: 515, deep: 1_540 },
  signature: { quick: 180, standard: 270, deep: 520 },
  freshness: { quick: 90, standard: 135, deep: 540 },
  isolation: { quick: 110, standard: 605, deep: 3_250 },
  register: { quick: 70, standard: 215, deep: 330 },
  "callback-url": { quick: 110, standard: 600, deep: 1_915 },
  dialects: { quick: 10, standard: 35, deep: 35 },
  query: { quick: 15, standard: 55, deep: 245 },
  disable: { quick: 40, standard: 55, deep: 55 },
  lifecycle: { quick: 90, standard: 720, deep: 5_480 },
  concurrency: { quick: 25, standard: 195, deep: 1_225 },
  versioning: { quick: 5, standard: 5, deep: 5 },
  transaction: { quick: 10, standard: 15, deep: 25 },
  account: { quick: 5, standard: 10, deep: 15 },
  card: { quick: 5, standard: 10, deep: 15 },
  budget: { quick: 5, standard: 5, deep: 10 },
  "sub-account": { quick: 5, standard: 10, deep: 15 },
  delivery: { quick: 120, standard: 215, deep: 230 },
  discovery: { quick: 5, standard: 5, deep: 5 },
  authorization: { quick: 235, standard: 260, deep: 260 },
  scopes: { quick: 70, standard: 70, deep: 70 },
};

/** Requests of observations alone. After checks they send fewer. */
const REQUESTS_OF_OBSERVATIONS: Readonly<Record<string, Budget>> = {
  [OBSERVATIONS.delivery]: { quick: 0, standard: 140, deep: 140 },
  [OBSERVATIONS.others]: { quick: 55, standard: 285, deep: 825 },
};

const REQUESTS_TO_ARRIVE_AND_LEAVE = 45;

/** Estimates the requests of a selection. */
export function requestsOf(selected: readonly Asked[], all: readonly Asked[], depth: Depth): number {
  const shares = [...requestsOfEach(selected, all, depth).values()];
  const requests = shares.reduce((sum, share) => sum + share, REQUESTS_TO_ARRIVE_AND_LEAVE);
  return Math.ceil(requests / 10) * 10;
}

/** Estimates the requests of each requirement: an equal share of its area. A rule costs nothing. */
export function requestsOfEach(
  selected: readonly Asked[],
  all: readonly Asked[],
  depth: Depth,
): ReadonlyMap<RequirementId, number> {
  const sizes = Map.groupBy([...new Set([...all, ...selected])].filter(isAsking), groupOf);
  return new Map(
    selected.map((one) => {
      const group = groupOf(one);
      const budget = REQUESTS_OF_OBSERVATIONS[group] ?? REQUESTS_OF_AREAS[group];
      const share = (budget?.[depth] ?? 0) / (sizes.get(group)?.length ?? 1);
      return [one.id, isAsking(one) ? share : 0];
    }),
  );
}

function isAsking(requirement: Asked): boolean {
  return !isListener(requirement);
}

function groupOf(requirement: Asked): string {
  const area = areaOf(requirement.id);
  if (isNormative(requirement)) return area;
  return area === DELIVERY ? OBSERVATIONS.delivery : OBSERVATIONS.others;
}
