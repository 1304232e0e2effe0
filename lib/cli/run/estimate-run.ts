import { catalogue } from "../catalogue.ts";
import { areaOf } from "../../engine/requirement/catalogue.ts";
import { plan, type Selection } from "../../engine/plan/plan.ts";
import type { EstimatedRun } from "../../guest/estimate.ts";
import { requestsOf, requestsOfEach } from "../../guest/requests-of.ts";
import { lanesOf } from "../../session/lanes-of.ts";
import type { Requirement } from "../../session/requirement.ts";
import type { SessionSetup } from "../../session/session-setup.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import type { Budget } from "../../engine/requirement/effort.ts";
import type { Lanes } from "../../engine/run/lanes.ts";

const AREA = "delivery";
/** How often the area waits until nothing has come, one wait after the other. */
const ABSENCES: Budget = { quick: 2, standard: 8, deep: 8 };
/** Its other pauses, in seconds. The embedded reference ends them at once: its own time-outs are short. */
const PAUSES: Budget = { quick: 0, standard: 20, deep: 48 };

/**
 * Estimates how long each requirement waits on purpose, in seconds, besides the time of its requests: an equal share of
 * the waits for deliveries. The retries of the target come on top.
 */
function waitsOfEach(
  selected: readonly Requirement[],
  all: readonly Requirement[],
  { profile: { events }, depth, ephemeral }: SessionSetup,
): ReadonlyMap<RequirementId, number> {
  const absenceSeconds = events.absenceSeconds ?? events.waitSeconds;
  const size = new Set([...all, ...selected].filter(isWaiting)).size;
  const pauses = ephemeral === true ? 0 : PAUSES[depth];
  const share = (ABSENCES[depth] * absenceSeconds + pauses) / Math.max(size, 1);
  return new Map(selected.map((one) => [one.id, isWaiting(one) ? share : 0]));
}

function isWaiting({ id }: Requirement): boolean {
  return areaOf(id) === AREA;
}

/** Requests that show that merchants do not disturb each other. */
const REQUESTS_TO_SEPARATE = 65;
/** Requests with which a further lane begins. */
const REQUESTS_TO_JOIN = 8;

/** The requests of a selection in its lanes, and those of the busiest lane. */
function shareOfLanes(
  requests: number,
  selected: readonly Requirement[],
  { count, placeOf, costOf }: Lanes<Requirement>,
): Pick<RunEstimate, "requests" | "inTurn"> {
  const of = { first: 0, any: 0, beside: 0 };
  for (const one of selected) of[placeOf(one)] += costOf(one);
  const visit = requests - of.first - of.any - of.beside;
  const opening = count === 1 || of.any === 0 ? 0 : REQUESTS_TO_SEPARATE + (count - 1) * REQUESTS_TO_JOIN;
  const busiest = Math.max(of.beside, opening + Math.max(of.first, (of.first + of.any) / count));
  return { requests: Math.ceil((requests + opening) / 10) * 10, inTurn: Math.ceil(visit + busiest) };
}

const EVERYTHING: Selection = { selectors: [], skip: [] };

/** Facts about a run before its first request. */
export interface RunEstimate extends Required<EstimatedRun> {
  /** Whether any selected requirement can be checked or observed. */
  readonly asks: boolean;
  /** The estimated requests of each requirement. */
  readonly costs: ReadonlyMap<RequirementId, number>;
  /** The estimated seconds that each requirement waits on purpose. */
  readonly waits: ReadonlyMap<RequirementId, number>;
  readonly areas: ReadonlySet<string>;
}

export function estimateRun(setup: SessionSetup, selection: Selection): RunEstimate {
  const { profile, depth } = setup;
  const selected = askedOf(selection, profile);
  const all = askedOf(EVERYTHING, profile);
  const scale = { depth, readOnly: profile.run.readOnly };
  const costs = requestsOfEach(selected, scale);
  const waits = waitsOfEach(selected, all, setup);
  const lanes = lanesOf(profile, catalogue, costs);
  const share = shareOfLanes(requestsOf(selected, scale), selected, lanes);
  return {
    asks: selected.length > 0,
    areas: new Set(selected.map(({ id }) => areaOf(id))),
    ...share,
    lanes: lanes.count,
    costs,
    waits,
    waitSeconds: [...waits.values()].reduce((sum, seconds) => sum + seconds, 0),
    isEverything: selected.length === all.length,
  };
}

/** The selected requirements for which the run sends requests. */
export function askedOf(selection: Selection, profile: Profile): Requirement[] {
  const rows = plan(catalogue, selection, profile);
  return rows.flatMap(({ unselected, why, requirement }) =>
    unselected || why !== undefined ? [] : [requirement],
  );
}
