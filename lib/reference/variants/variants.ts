import { apiAxisNames, axes, type Axis, type Choices } from "../choices.ts";
import { coveringArray } from "./covering-array.ts";
import { seededDraw } from "./random.ts";

/** The reference with other choices: a server that conforms all the same. */
export interface Variant {
  /** Its choices, as `--choice` takes it; for a combination, a short name. */
  readonly name: string;
  readonly choices: Partial<Choices>;
}

/** Axes that only a real socket shows. */
export const socketAxes: readonly Axis[] = ["headerCase", "framing", "connection", "writes"];

/** One variant for every admissible value of an axis that is not the default. */
export function singleVariants(names: readonly Axis[] = apiAxisNames): Variant[] {
  return names.flatMap((axis) =>
    axes[axis].slice(1).map((value) => ({ name: `${axis}=${value}`, choices: { [axis]: value } })),
  );
}

/** Variants in which every two values of every two axes meet, but for the axes to leave at their defaults. */
export function pairwiseVariants(
  seed: number,
  except: readonly Axis[] = [],
  of: readonly Axis[] = apiAxisNames,
): Variant[] {
  const names = of.filter((axis) => !except.includes(axis));
  const rows = coveringArray(
    names.map((axis) => axes[axis].length),
    seed,
  );
  return rows.map((row, index) => ({
    name: `pairwise-${seed}-${index + 1}`,
    choices: choicesOf(names, (column) => row[column] ?? 0),
  }));
}

/** Variants with a random value on every axis, but for the axes to leave at their defaults. */
export function randomVariants(
  seed: number,
  count: number,
  except: readonly Axis[] = [],
  of: readonly Axis[] = apiAxisNames,
): Variant[] {
  const names = of.filter((axis) => !except.includes(axis));
  const draw = seededDraw(seed);
  return Array.from({ length: count }, (_, index) => ({
    name: `random-${seed}-${index + 1}`,
    choices: choicesOf(names, (_column, size) => draw(size)),
  }));
}

function choicesOf(names: readonly Axis[], pick: (column: number, size: number) => number): Partial<Choices> {
  return Object.fromEntries(names.map((axis, column) => [axis, axes[axis][pick(column, axes[axis].length)]]));
}
