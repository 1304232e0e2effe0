import { closest, distance } from "fastest-levenshtein";
import { type AnyRequirement, areaOf, type Catalogue, isNormative } from "./catalogue.ts";

export class SelectorError extends Error {
  override name = "SelectorError";
}

const OBSERVATIONS = "observations";

/**
 * Whether a selector matches a requirement. With a dot it is an id. If there is no such id, it is the beginning of some
 * ids (`register.up`). Without one it is an area (`callback-url`), a group of areas (`webhook`) or `observations`.
 */
export function selectsRequirement(
  selector: string,
  requirement: Pick<AnyRequirement, "id" | "level">,
  catalogue: Pick<Catalogue, "find" | "groups">,
): boolean {
  if (catalogue.find(selector) !== undefined) return requirement.id === selector;
  if (selector.includes(".")) return requirement.id.startsWith(selector);
  if (selector === OBSERVATIONS) return !isNormative(requirement);
  const area = areaOf(requirement.id);
  return selector === area || selector === catalogue.groups.get(area);
}

/** Whether a selection contains a requirement. Without selectors it contains every one. */
export function isSelected(
  selectors: readonly string[],
  requirement: Pick<AnyRequirement, "id" | "level">,
  catalogue: Pick<Catalogue, "find" | "groups">,
): boolean {
  return selectors.length === 0 || selectors.some((one) => selectsRequirement(one, requirement, catalogue));
}

/** @throws {SelectorError} for an unknown selector, with the nearest known one */
export function assertSelectors(selectors: readonly string[], catalogue: Catalogue): void {
  const { requirements } = catalogue;
  for (const selector of selectors) {
    if (!requirements.some((one) => selectsRequirement(selector, one, catalogue)))
      throw new SelectorError(`Cannot select "${selector}": ${explain(selector, catalogue)}`);
  }
}

function explain(selector: string, catalogue: Catalogue): string {
  const replacement = catalogue.replacementOf(selector);
  if (replacement !== undefined) return replacement;
  const { ids, groups } = catalogue;
  const names = [...new Set([...groups.values(), OBSERVATIONS, ...ids.map(areaOf)])];
  const nearest = closest(selector, selector.includes(".") ? [...ids] : names);
  const hint = distance(selector, nearest) <= Math.max(2, nearest.length / 3);
  return hint
    ? `there is no such area or requirement. Did you mean "${nearest}"?`
    : `there is no such area or requirement. Areas: ${names.join(", ")}`;
}
