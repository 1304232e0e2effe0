import type { Mutant } from "../../reference/mutant.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { assertSelectors, isSelected } from "../../engine/requirement/selector.ts";
import { catalogue } from "../catalogue.ts";
import { mutants } from "../mutants.ts";
import { axes, axisNames, defaultChoices } from "../../reference/choices.ts";

/** Lists what `serve --choice` accepts as text or JSON: every open answer with its values, the default first. */
export function listChoices({ json = false }: { readonly json?: boolean } = {}): string {
  if (json) {
    return toJson(
      axisNames.map((axis) => ({ axis, values: [...axes[axis]], default: defaultChoices[axis] })),
    );
  }
  const nameChars = Math.max(...axisNames.map(({ length }) => length));
  const lines = axisNames.map((axis) => `${axis.padEnd(nameChars)}  ${axes[axis].map(String).join(" | ")}`);
  const total = `${axisNames.length} choices, the default first; serve --choice axis=value sets one`;
  return `${[...lines, total].join("\n")}\n`;
}

/**
 * Lists the broken servers that `serve --mutant` starts as text or JSON: all of them, or those of a selection.
 * @throws {SelectorError} for a selector that means nothing.
 */
export function listMutants(
  selectors: readonly string[],
  { json = false }: { readonly json?: boolean } = {},
): string {
  assertSelectors(selectors, catalogue);
  const listed = mutants.filter(({ breaks }) => isSelected(selectors, catalogue.get(breaks), catalogue));
  if (json) return toJson(listed.map(({ name, breaks, mode, choices }) => ({ name, breaks, mode, choices })));
  const nameChars = Math.max(0, ...listed.map(({ name }) => name.length));
  const lines = listed.map(
    (mutant) => `${mutant.name.padEnd(nameChars)}  breaks ${mutant.breaks}${only(mutant)}`,
  );
  return `${[...lines, `${listed.length} mutants; serve --mutant starts one`].join("\n")}\n`;
}

/** The mode in which a fault shows. `serve` sets its other choices itself. */
function only({ mode }: Mutant): string {
  return mode === undefined ? "" : `, in ${mode} mode only`;
}
