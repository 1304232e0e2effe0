import type { RunOrder } from "./prepare-run.ts";
import { catalogue } from "../catalogue.ts";
import { areaOf } from "../../engine/requirement/catalogue.ts";
import { plan, type Selection } from "../../engine/plan/plan.ts";
import { requestsOf, requestsOfEach } from "../../guest/requests-of.ts";
import { shareOfLanes } from "../../guest/share-of-lanes.ts";
import { waitsOfEach } from "../../guest/waits-of.ts";
import { lanesOf } from "../../session/lanes-of.ts";
import type { Requirement } from "../../session/requirement.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";

const EVERYTHING: Selection = { selectors: [], skip: [] };

/** Facts about a run before its first request. */
export interface RunEstimate {
  /** Whether any selected requirement can be checked or observed. */
  readonly asks: boolean;
  /** The estimated requests of the selection. */
  readonly requests: number;
  /** The estimated requests of the busiest lane, one after the other. */
  readonly inTurn: number;
  readonly lanes: number;
  /** The estimated requests of each requirement. */
  readonly costs: ReadonlyMap<RequirementId, number>;
  /** The estimated seconds that each requirement waits on purpose. */
  readonly waits: ReadonlyMap<RequirementId, number>;
  /** The sum of these. */
  readonly waitSeconds: number;
  readonly areas: ReadonlySet<string>;
  /** Whether the selection contains everything that applies to the deployment. */
  readonly isEverything: boolean;
}

export function estimateRun({ setup, selection }: Pick<RunOrder, "setup" | "selection">): RunEstimate {
  const { profile, depth } = setup;
  const selected = asked(selection, profile);
  const all = asked(EVERYTHING, profile);
  const scale = { depth, readOnly: profile.run.readOnly };
  const costs = requestsOfEach(selected, scale);
  const waits = waitsOfEach(selected, all, setup);
  const lanes = lanesOf(profile, catalogue, costs);
  const requests = requestsOf(selected, scale);
  const share = shareOfLanes({ requests, asked: selected, costs }, lanes);
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

function asked(selection: Selection, profile: Profile): Requirement[] {
  const rows = plan(catalogue, selection, profile);
  return rows.flatMap(({ unselected, why, requirement }) =>
    unselected || why !== undefined ? [] : [requirement],
  );
}
