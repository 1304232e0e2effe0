import { axes, axisNames, defaultChoices } from "../../reference/choices.ts";
import { toJson } from "../../reporters/text/to-json.ts";

/**
 * Lists what `serve --choice` accepts as text or JSON: every open answer with its values, the default first.
 */
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
