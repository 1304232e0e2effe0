import { closest, distance } from "fastest-levenshtein";
import { areaOf, requirementIds, type RequirementId } from "./requirements/catalogue.ts";

export class SelectorError extends Error {
  override name = "SelectorError";
}

/**
 * Whether a selector means a requirement. With a dot it is an id or its beginning (`register.updates`),
 * without one an area (`callback-url`) or a folder of the suites (`webhook`).
 */
export function selects(selector: string, id: RequirementId, folder: string | undefined): boolean {
  if (selector.includes(".")) return id.startsWith(selector);
  return selector === areaOf(id) || selector === folder;
}

/**
 * @param folders names of the folders of the suites.
 * @throws {SelectorError} for a selector that means nothing; the message has the nearest that does.
 */
export function assertSelectors(selectors: readonly string[], folders: readonly string[]): void {
  for (const selector of selectors) {
    const known = requirementIds.some((id) => selects(selector, id, undefined)) || folders.includes(selector);
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
