import { closest, distance } from "fastest-levenshtein";
import { areaOf, isNormative, requirementIds, type RequirementId } from "./requirements/catalogue.ts";

const NO_GROUPS: AreaGroups = new Map();

export class SelectorError extends Error {
  override name = "SelectorError";
}

/** The folder of the suites that holds the observations; as a selector it means all of them. */
const OBSERVATIONS = "observations";

/** The group of each area that has one: `webhook` for `register`. */
export type AreaGroups = ReadonlyMap<string, string>;

/**
 * The groups of the areas, told from where their checks stand: `webhook/register.ts`. The observations of an area
 * stand elsewhere and belong to the same group.
 */
export function areaGroups(paths: readonly string[]): AreaGroups {
  const grouped = paths
    .map((path) => path.replace(/\.[jt]s$/, "").split("/"))
    .filter(([folder, area]) => folder !== OBSERVATIONS && area !== undefined);
  return new Map(grouped.map(([group = "", area = ""]) => [area, group]));
}

/**
 * Whether a selector means a requirement. With a dot it is an id or its beginning (`register.updates`), without one
 * an area (`callback-url`), a group of areas (`webhook`) or `observations`.
 */
export function selects(selector: string, id: RequirementId, groups: AreaGroups): boolean {
  if (selector.includes(".")) return id.startsWith(selector);
  if (selector === OBSERVATIONS) return !isNormative(id);
  const area = areaOf(id);
  return selector === area || selector === groups.get(area);
}

/**
 * @param folders names of the folders of the suites.
 * @throws {SelectorError} for a selector that means nothing; the message has the nearest that does.
 */
export function assertSelectors(selectors: readonly string[], folders: readonly string[]): void {
  for (const selector of selectors) {
    const known = requirementIds.some((id) => selects(selector, id, NO_GROUPS)) || folders.includes(selector);
    if (!known) throw new SelectorError(`Cannot select "${selector}": ${explain(selector, folders)}`);
  }
}

function explain(selector: string, folders: readonly string[]): string {
  const names = [...new Set([...folders, ...requirementIds.map(areaOf)])];
  const nearest = closest(selector, selector.includes(".") ? [...requirementIds] : names);
  const hint = distance(selector, nearest) <= Math.max(2, nearest.length / 3);
  return hint
    ? `there is no such area or requirement. Did you mean "${nearest}"?`
    : `there is no such area or requirement. Areas: ${names.join(", ")}`;
}
