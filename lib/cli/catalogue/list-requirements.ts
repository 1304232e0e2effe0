import { suiteFolderOf, suiteFolders } from "../../host/load-suites.ts";
import { suitesFolder } from "../../package-root.ts";
import { areaOf, catalogue, requirementIds } from "../../requirements/catalogue.ts";
import { sectionsText } from "../../report/terminal/finding-lines.ts";
import { toJson } from "../../report/to-json.ts";
import { assertSelectors, selects } from "../../selector.ts";

const ID_CHARS = 34;

/**
 * The rows of the catalogue as text or JSON.
 * @throws {SelectorError} for a selector that means nothing.
 */
export function listRequirements(
  selectors: readonly string[],
  { level, json }: { readonly level?: string; readonly json?: boolean },
): string {
  assertSelectors(selectors, suiteFolders(suitesFolder));
  const ids = requirementIds
    .filter((id) => level === undefined || catalogue[id].level === level)
    .filter(
      (id) =>
        selectors.length === 0 ||
        selectors.some((selector) => selects(selector, id, suiteFolderOf(areaOf(id), suitesFolder))),
    );
  if (json === true) return toJson(ids.map((id) => ({ requirement: id, ...catalogue[id] })));
  const lines = ids.map((id) => {
    const { level: binding, sections, text } = catalogue[id];
    return `${id.padEnd(ID_CHARS)} ${binding.padEnd(11)} ${sectionsText(sections)}  ${text}`;
  });
  return `${[...lines, `${ids.length} requirements`].join("\n")}\n`;
}
