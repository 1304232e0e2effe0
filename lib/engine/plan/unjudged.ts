import { type AnyRequirement, areaOf, isNormative } from "../requirement/catalogue.ts";
import type { WhyUnjudged } from "../requirement/requirement.ts";
import type { CheckResult, Judgement } from "../record/result.ts";

/**
 * The result of a requirement without a verdict, for which nothing is sent.
 * @param pins values that the profile pins: a pinned observation counts as a check
 */
export function resultWithoutVerdict(
  requirement: AnyRequirement,
  { verdict, ...why }: WhyUnjudged,
  pins: Readonly<Record<string, unknown>>,
): Judgement {
  const { id, level, sections, text } = requirement;
  const isPinned = Object.hasOwn(pins, id);
  const result: CheckResult = {
    ...saidBy(requirement),
    level: isPinned ? "pinned" : level,
    verdict,
    ...why,
    durationMs: 0,
    requests: 0,
  };
  if (isNormative(requirement)) return { requirement: id, result, exchanges: [] };
  const observation = { requirement: id, sections, text, ...why };
  if (!isPinned) return { requirement: id, result: observation, exchanges: [] };
  return { requirement: id, result, observation: { ...observation, pinned: pins[id] }, exchanges: [] };
}

/** Facts of the requirement that a result repeats, so that it is complete alone. */
export function saidBy(
  requirement: AnyRequirement,
): Pick<CheckResult, "requirement" | "level" | "sections" | "area" | "text" | "because"> {
  const { id, level, sections, text, because } = requirement;
  return {
    requirement: id,
    level,
    sections,
    area: areaOf(id),
    text,
    ...(because !== undefined && { because }),
  };
}
