import { axes, axisNames, defaultChoices } from "../../reference/choices.ts";
import { toJson } from "../../reporters/to-json.ts";

/** What `serve --choice` takes: every answer that the document leaves open, with its values, the default first; as text or JSON. */
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
