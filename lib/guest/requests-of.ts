import type { Budget, Depth } from "../api/context.ts";
import { areaOf, isNormative } from "../engine/catalogue.ts";
import type { Requirement } from "../engine/requirement.ts";

type Asked = Requirement<never, never, never>;

const OBSERVATIONS = "observations";

/** Requests against the reference, measured: of the checks of an area that ask, and of all observations alone. */
const REQUESTS: Readonly<Record<string, Budget>> = {
  "api-key": { quick: 43, standard: 127, deep: 544 },
  signature: { quick: 128, standard: 128, deep: 128 },
  freshness: { quick: 68, standard: 100, deep: 460 },
  isolation: { quick: 80, standard: 379, deep: 2_671 },
  register: { quick: 44, standard: 95, deep: 135 },
  "callback-url": { quick: 95, standard: 548, deep: 1_836 },
  disable: { quick: 10, standard: 15, deep: 15 },
  lifecycle: { quick: 21, standard: 272, deep: 2_245 },
  concurrency: { quick: 26, standard: 222, deep: 1_226 },
  versioning: { quick: 3, standard: 3, deep: 3 },
  [OBSERVATIONS]: { quick: 55, standard: 240, deep: 810 },
};

/** Of arriving, leaving, and the checks that hear what others ask. */
const REQUESTS_OF_ANY_RUN: Budget = { quick: 48, standard: 127, deep: 365 };

/** What judging some of all that there is will cost, about: of an area as much as its share of the checks. */
export function requestsOf(selected: readonly Asked[], all: readonly Asked[], depth: Depth): number {
  const [some, every] = [selected, all].map((asked) => Map.groupBy(asked.filter(asks), groupOf));
  const shares = [...(some ?? [])].map(
    ([group, asked]) =>
      ((REQUESTS[group]?.[depth] ?? 0) * asked.length) / (every?.get(group)?.length ?? asked.length),
  );
  const requests = shares.reduce((sum, share) => sum + share, REQUESTS_OF_ANY_RUN[depth]);
  return Math.ceil(requests / 10) * 10;
}

function asks({ rule, last }: Asked): boolean {
  return rule === undefined && last !== true;
}

function groupOf(requirement: Asked): string {
  return isNormative(requirement) ? areaOf(requirement.id) : OBSERVATIONS;
}
