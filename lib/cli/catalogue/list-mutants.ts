import { assertSelectors, selects } from "../../engine/selector.ts";
import type { Mutant } from "../../reference/mutant.ts";
import { toJson } from "../../reporters/to-json.ts";
import { catalogue } from "../catalogue.ts";
import { mutants } from "../mutants.ts";

/**
 * The broken servers that `serve --mutant` starts, those of everything or of some requirements, as text or JSON.
 * @throws {SelectorError} for a selector that means nothing.
 */
export function listMutants(
  selectors: readonly string[],
  { json = false }: { readonly json?: boolean } = {},
): string {
  assertSelectors(selectors, catalogue);
  const listed = mutants.filter(
    ({ breaks }) =>
      selectors.length === 0 ||
      selectors.some((selector) => selects(selector, catalogue.get(breaks), catalogue.groups)),
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
