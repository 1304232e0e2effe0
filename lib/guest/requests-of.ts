import { type Check, isAmbient, type Observation } from "../check.ts";
import type { Budget, Depth } from "../context.ts";
import { areaOf } from "../requirements/catalogue.ts";

type Judges = readonly (Check | Observation)[];

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
export function requestsOf(selected: Judges, all: Judges, depth: Depth): number {
  const [some, every] = [selected, all].map((judges) => Map.groupBy(judges.filter(asks), groupOf));
  const shares = [...(some ?? [])].map(
    ([group, judges]) =>
      ((REQUESTS[group]?.[depth] ?? 0) * judges.length) / (every?.get(group)?.length ?? judges.length),
  );
  const requests = shares.reduce((sum, share) => sum + share, REQUESTS_OF_ANY_RUN[depth]);
  return Math.ceil(requests / 10) * 10;
}

function asks(judge: Check | Observation): boolean {
  return !isAmbient(judge);
}

function groupOf({ kind, requirement }: Check | Observation): string {
  return kind === "observation" ? OBSERVATIONS : areaOf(requirement);
}
