import { suiteFiles, suiteFolders } from "../../host/load-suites.ts";
import { suitesFolder } from "../../package-root.ts";
import type { Mutant } from "../../reference/mutant.ts";
import { mutants } from "../../reference/mutants/mutants.ts";
import { toJson } from "../../report/to-json.ts";
import { areaGroups, assertSelectors, selects } from "../../selector.ts";

/**
 * The broken servers that `serve --mutant` starts, those of everything or of some requirements, as text or JSON.
 * @throws {SelectorError} for a selector that means nothing.
 */
export function listMutants(
  selectors: readonly string[],
  { json = false }: { readonly json?: boolean } = {},
): string {
  assertSelectors(selectors, suiteFolders(suitesFolder));
  const groups = areaGroups(suiteFiles(suitesFolder));
  const listed = mutants.filter(
    ({ breaks }) => selectors.length === 0 || selectors.some((selector) => selects(selector, breaks, groups)),
  );
  if (json) return toJson(listed.map(({ name, breaks, mode, choices }) => ({ name, breaks, mode, choices })));
  const nameChars = Math.max(0, ...listed.map(({ name }) => name.length));
  const lines = listed.map(
    (mutant) => `${mutant.name.padEnd(nameChars)}  breaks ${mutant.breaks}${only(mutant)}`,
  );
  return `${[...lines, `${listed.length} mutants; serve --mutant starts one`].join("\n")}\n`;
}

/** In which mode a fault shows; serve sets the choices that it needs by itself. */
function only({ mode }: Mutant): string {
  return mode === undefined ? "" : `, in ${mode} mode only`;
}
