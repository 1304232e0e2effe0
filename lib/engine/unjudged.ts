import { type AnyRequirement, areaOf, isNormative } from "./catalogue.ts";
import type { WhyUnjudged } from "./requirement.ts";
import type { CheckResult, Judgement } from "./result.ts";

/**
 * The result of a requirement that is not judged: nothing is sent for it.
 * @param pins what the profile fixes: a pinned observation counts as a check
 */
export function unjudged(
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

/** What a result repeats of its requirement, so that it can be read by itself. */
export function saidBy({
  id,
  level,
  sections,
  text,
  because,
}: AnyRequirement): Pick<CheckResult, "requirement" | "level" | "sections" | "area" | "text" | "because"> {
  return {
    requirement: id,
    level,
    sections,
    area: areaOf(id),
    text,
    ...(because !== undefined && { because }),
  };
}
