import type { Budget, Depth } from "../engine/effort.ts";
import { areaOf, isNormative } from "../engine/catalogue.ts";
import { isListener } from "../engine/is-listener.ts";
import type { Requirement, RequirementId } from "../engine/requirement.ts";
import { asksMcp } from "../session/lanes-of.ts";

type Asked = Requirement<never, never, never>;

const DELIVERY = "delivery";
/** Observations of deliveries, of the MCP service, and of all others. */
const OBSERVATIONS = {
  delivery: "observations of deliveries",
  mcp: "observations of the MCP service",
  others: "observations",
};

/**
 * Requests to the reference by the checks of an area. The selftest measures on every build those that require
 * only two merchants.
 */
export const REQUESTS_OF_AREAS: Readonly<Record<string, Budget>> = {
  envelope: { quick: 5, standard: 10, deep: 10 },
  "api-key": { quick: 90, standard: 390, deep: 1_715 },
  signature: { quick: 180, standard: 425, deep: 725 },
  freshness: { quick: 95, standard: 270, deep: 720 },
  isolation: { quick: 105, standard: 420, deep: 3_500 },
  register: { quick: 75, standard: 315, deep: 525 },
  "callback-url": { quick: 110, standard: 625, deep: 2_315 },
  dialects: { quick: 15, standard: 75, deep: 85 },
  query: { quick: 15, standard: 65, deep: 295 },
  disable: { quick: 40, standard: 115, deep: 120 },
  lifecycle: { quick: 85, standard: 395, deep: 5_510 },
  concurrency: { quick: 25, standard: 125, deep: 1_230 },
  versioning: { quick: 5, standard: 5, deep: 5 },
  transaction: { quick: 15, standard: 45, deep: 45 },
  account: { quick: 15, standard: 30, deep: 30 },
  card: { quick: 15, standard: 25, deep: 25 },
  budget: { quick: 5, standard: 20, deep: 20 },
  "sub-account": { quick: 15, standard: 30, deep: 30 },
  delivery: { quick: 45, standard: 300, deep: 345 },
  discovery: { quick: 5, standard: 5, deep: 5 },
  authorization: { quick: 145, standard: 265, deep: 275 },
  scopes: { quick: 45, standard: 85, deep: 85 },
};

/** Requests of observations alone. After checks they send fewer. */
const REQUESTS_OF_OBSERVATIONS: Readonly<Record<string, Budget>> = {
  [OBSERVATIONS.delivery]: { quick: 0, standard: 85, deep: 85 },
  [OBSERVATIONS.mcp]: { quick: 5, standard: 5, deep: 5 },
  [OBSERVATIONS.others]: { quick: 55, standard: 285, deep: 825 },
};

/** Requests of a read-only run to a target with webhooks. Its observations send none. */
const READ_ONLY_REQUESTS_OF_AREAS: Readonly<Record<string, Budget>> = {
  "api-key": { quick: 15, standard: 45, deep: 60 },
  signature: { quick: 50, standard: 105, deep: 105 },
  freshness: { quick: 20, standard: 40, deep: 40 },
  discovery: { quick: 5, standard: 5, deep: 5 },
  authorization: { quick: 40, standard: 90, deep: 105 },
  scopes: { quick: 45, standard: 70, deep: 70 },
};

const REQUESTS_TO_ARRIVE_AND_LEAVE = 45;
const READ_ONLY_REQUESTS_TO_ARRIVE = 5;

/** The settings of a run that decide how many requests it sends. */
export interface RequestScale {
  readonly depth: Depth;
  readonly readOnly: boolean;
}

/** Estimates the requests of a selection. */
export function requestsOf(selected: readonly Asked[], all: readonly Asked[], scale: RequestScale): number {
  const shares = [...requestsOfEach(selected, all, scale).values()];
  const visit = selected.every(asksMcp) ? 0 : requestsToVisit(scale);
  const requests = shares.reduce((sum, share) => sum + share, visit);
  return Math.ceil(requests / 10) * 10;
}

/** Estimates the requests of each requirement: an equal share of its area. A rule costs nothing. */
export function requestsOfEach(
  selected: readonly Asked[],
  all: readonly Asked[],
  scale: RequestScale,
): ReadonlyMap<RequirementId, number> {
  const sizes = Map.groupBy([...new Set([...all, ...selected])].filter(isAsking), groupOf);
  return new Map(
    selected.map((one) => {
      const group = groupOf(one);
      const share = budgetOf(group, scale) / (sizes.get(group)?.length ?? 1);
      return [one.id, isAsking(one) ? share : 0];
    }),
  );
}

function budgetOf(group: string, { depth, readOnly }: RequestScale): number {
  const budget = readOnly
    ? READ_ONLY_REQUESTS_OF_AREAS[group]
    : (REQUESTS_OF_OBSERVATIONS[group] ?? REQUESTS_OF_AREAS[group]);
  return budget?.[depth] ?? 0;
}

function requestsToVisit({ readOnly }: RequestScale): number {
  return readOnly ? READ_ONLY_REQUESTS_TO_ARRIVE : REQUESTS_TO_ARRIVE_AND_LEAVE;
}

function isAsking(requirement: Asked): boolean {
  return !isListener(requirement);
}

function groupOf(requirement: Asked): string {
  const area = areaOf(requirement.id);
  if (isNormative(requirement)) return area;
  if (asksMcp(requirement)) return OBSERVATIONS.mcp;
  return area === DELIVERY ? OBSERVATIONS.delivery : OBSERVATIONS.others;
}
