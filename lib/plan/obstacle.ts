import type { Profile } from "../profile/profile-schema.ts";
import { catalogue, isNormative, type RequirementId } from "../requirements/catalogue.ts";
import type { Need } from "../requirements/requirement.ts";
import type { ReasonCode } from "../verdict.ts";
import { notBinding } from "./binding.ts";
import { meansOf } from "./needs.ts";

/** Why a requirement will not be judged, known before the first request. */
export interface Obstacle {
  readonly verdict: "uncovered" | "inapplicable";
  readonly code: ReasonCode;
  readonly reason: string;
  /** The field of the profile that would cover it; the first of several. */
  readonly field?: string;
}

/** What stands between a requirement and its judgement on a deployment; undefined: nothing does. */
export function obstacleOf(id: RequirementId, profile: Profile): Obstacle | undefined {
  return unbound(id, profile) ?? notOffered(catalogue[id].needs ?? [], profile);
}

/** The same for a requirement that this version has neither a check nor an observation of. */
export function obstacleWithoutJudge(id: RequirementId, profile: Profile): Obstacle {
  const judge = isNormative(id) ? "check" : "observation";
  return (
    unbound(id, profile) ?? {
      verdict: "uncovered",
      code: "no-check-yet",
      reason: `This version has no ${judge} of it yet.`,
    }
  );
}

function unbound(id: RequirementId, { auth }: Profile): Obstacle | undefined {
  const reason = notBinding(catalogue[id].when, auth);
  return reason === undefined ? undefined : { verdict: "inapplicable", code: "does-not-bind", reason };
}

function notOffered(needs: readonly Need[], profile: Profile): Obstacle | undefined {
  const missing = needs.map(meansOf).filter(({ isOffered }) => !isOffered(profile));
  const [first] = missing;
  if (first === undefined) return undefined;
  const wanted = missing.map(({ what, field }) => `no ${what} (${field})`).join(" and ");
  return {
    verdict: "uncovered",
    code: "need-not-offered",
    reason: `The profile offers ${wanted}.`,
    field: first.field,
  };
}
