import { catalogue } from "../catalogue.ts";
import type { PlannedRow } from "../../engine/plan/plan.ts";
import type { Judgement } from "../../engine/record/result.ts";
import { whyUnjudged } from "../../engine/plan/why-unjudged.ts";
import type { Requirement } from "../../session/requirement.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { Capsule } from "../../reporters/run/capsule.ts";
import { UsageError } from "../usage-error.ts";
import { reenactmentOf } from "./reenactment.ts";

/**
 * The steps that check a capsule again, one after the other. First its generated case, then the whole check
 * if the case passes. A failure from answers to another check is looked for there first. If all of this
 * passes, the situation of the capsule is repeated.
 * @param judged the results of the steps before
 * @throws {UsageError} if this version has no such requirement
 */
export function* replaySituations(
  capsule: Capsule,
  profile: Profile,
  judged: () => readonly Judgement[],
): Generator<PlannedRow<Requirement>> {
  const { requirement, during, generated } = capsule;
  const one = requirementOf(requirement);
  const elsewhere = during === undefined || during === requirement ? undefined : requirementOf(during);
  if (elsewhere !== undefined && whyUnjudged(elsewhere, profile) === undefined) yield rowOf(elsewhere);
  if (generated !== undefined) {
    yield { ...rowOf(one), only: generated };
    if (isBroken(judged().at(-1))) return;
  }
  yield rowOf(one);
  const again = isPassed(judged().at(-1)) ? reenactmentOf(capsule, one) : undefined;
  if (again !== undefined) yield rowOf(again);
}

/** The result of the steps: the one with the failure, else the whole check. */
export function shownAgain(
  { requirement, generated }: Capsule,
  judged: readonly Judgement[],
): Judgement | undefined {
  const own = judged.filter((judgement) => judgement.requirement === requirement);
  return own.findLast(isBroken) ?? own[generated === undefined ? 0 : 1];
}

/** @throws {UsageError} if this version does not have it */
export function requirementOf(id: string): Requirement {
  const found = catalogue.find(id);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot replay ${id}: this version has no such requirement`);
}

function rowOf(requirement: Requirement): PlannedRow<Requirement> {
  return { requirement, why: undefined, unselected: false };
}

function isPassed(judgement: Judgement | undefined): boolean {
  return judgement !== undefined && "verdict" in judgement.result && judgement.result.verdict === "passed";
}

function isBroken(judgement: Judgement | undefined): boolean {
  return judgement !== undefined && "violation" in judgement.result;
}
