import { areaOf, catalogue, isNormative, type RequirementId } from "../requirements/catalogue.ts";
import type { CheckResult, Judgement } from "../result.ts";
import type { Obstacle } from "./obstacle.ts";

/**
 * The result of a requirement that is not judged: nothing is sent for it.
 * @param pins what the profile fixes: a pinned observation counts as a check
 */
export function unjudged(
  requirement: RequirementId,
  { verdict, ...why }: Obstacle,
  pins: Readonly<Record<string, unknown>>,
): Judgement {
  const { level, sections } = catalogue[requirement];
  const isPinned = Object.hasOwn(pins, requirement);
  const result: CheckResult = {
    requirement,
    level: isPinned ? "pinned" : level,
    sections,
    area: areaOf(requirement),
    verdict,
    ...why,
    durationMs: 0,
    requests: 0,
  };
  if (isNormative(requirement)) return { requirement, result, exchanges: [] };
  const observation = { requirement, ...why };
  if (!isPinned) return { requirement, result: observation, exchanges: [] };
  return {
    requirement,
    result,
    observation: { ...observation, pinned: pins[requirement] },
    exchanges: [],
  };
}
