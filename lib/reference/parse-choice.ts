import { closest, distance } from "fastest-levenshtein";
import { axes, axisNames, isAxis, type Axis, type Choices } from "./choices.ts";

export class ChoiceError extends Error {
  override name = "ChoiceError";
}

/**
 * Reads `axis=value`, for example `initialStatus=0`.
 *
 * @throws {ChoiceError} when the axis or the value is unknown; the message lists what is admissible.
 */
export function parseChoice(text: string): Partial<Choices> {
  const separator = text.indexOf("=");
  if (separator < 1) throw new ChoiceError(`Cannot read choice "${text}": expected axis=value`);
  const axis = readAxis(text.slice(0, separator));
  return { [axis]: readValue(axis, text.slice(separator + 1)) };
}

function readAxis(name: string): Axis {
  if (isAxis(name)) return name;
  const meant = didYouMean(name, axisNames);
  const hint = meant === "" ? `. There are ${axisNames.join(", ")}.` : meant;
  throw new ChoiceError(
    `Cannot set choice "${name}": there is no such axis${hint} list --choices shows the values of each`,
  );
}

function readValue(axis: Axis, text: string): unknown {
  const values: readonly unknown[] = axes[axis];
  const value = values.find((admissible) => String(admissible) === text);
  if (value !== undefined) return value;
  const names = values.map(String);
  throw new ChoiceError(
    `Cannot set ${axis} to "${text}": expected one of ${names.join(" | ")}${didYouMean(text, names)}`,
  );
}

function didYouMean(text: string, candidates: readonly string[]): string {
  const nearest = closest(text, candidates);
  return distance(text, nearest) <= nearest.length / 3 ? `. Did you mean "${nearest}"?` : "";
}
