import { findOutside, type RequirementSet } from "./requirement-set.ts";
import type { Judgement } from "./result.ts";

/**
 * Marks a check that is newer or stronger than a set. Its failure warns. A pinned observation always counts,
 * because the profile itself demands it.
 */
export function applySet(judgement: Judgement, set: RequirementSet | undefined): Judgement {
  const { result } = judgement;
  if (set === undefined || !("verdict" in result) || result.level === "pinned") return judgement;
  const outsideSet = findOutside(set, result.requirement, result.strength);
  if (outsideSet === undefined) return judgement;
  const verdict = result.verdict === "failed" ? "warned" : result.verdict;
  return { ...judgement, result: { ...result, verdict, outsideSet } };
}
