import type { Budget } from "../../engine/effort.ts";

/** How many factors of a case are combined: each value once, each pair of values, or all values. */
export const STRENGTHS: Budget = { quick: 1, standard: 2, deep: Infinity };

/** A case, and what it covers. */
interface Covering<T> {
  readonly one: T;
  /** The values that take turns, as names. Pairs need none: they take turns by themselves. */
  readonly values: readonly string[];
  /** Values, or pairs of values. */
  readonly covers: readonly string[];
}

/**
 * Chooses cases that cover each value of each factor (strength 1) or each pair of values (strength 2), as far as a case has
 * them. Higher strengths choose all cases. Each step takes the case that covers most. Single values take turns.
 *
 * @example
 * coverCases(cases, ({ offence, door }) => [offence, door], effort.at(STRENGTHS));
 */
export function coverCases<T>(
  cases: readonly T[],
  factorsOf: (one: T) => readonly unknown[],
  strength: number,
): readonly T[] {
  if (strength > 2) return cases;
  const names = new Map<unknown, number>();
  const nameOf = (value: unknown): number => {
    const known = names.get(value) ?? names.size;
    names.set(value, known);
    return known;
  };
  const coverings = cases.map((one): Covering<T> => {
    const values = factorsOf(one).map((value, factor) => `${factor}: ${nameOf(value)}`);
    return strength === 1 ? { one, values, covers: values } : { one, values: [], covers: pairsOf(values) };
  });
  return strength < 1 ? [] : chosenFrom(coverings);
}

function chosenFrom<T>(coverings: readonly Covering<T>[]): readonly T[] {
  const left = new Set(coverings.flatMap(({ covers }) => covers));
  const timesChosen = new Map<string, number>();
  const timesOf = ({ values }: Covering<T>) =>
    values.reduce((sum, value) => sum + (timesChosen.get(value) ?? 0), 0);
  const chosen: T[] = [];
  while (left.size > 0) {
    const gains = coverings.map(({ covers }) => covers.filter((one) => left.has(one)).length);
    const most = Math.max(...gains);
    const [best] = coverings
      .filter((_, at) => gains[at] === most)
      .toSorted((one, other) => timesOf(one) - timesOf(other));
    if (best === undefined) break;
    chosen.push(best.one);
    for (const covered of best.covers) left.delete(covered);
    for (const value of best.values) timesChosen.set(value, (timesChosen.get(value) ?? 0) + 1);
  }
  return chosen;
}

function pairsOf(values: readonly string[]): readonly string[] {
  if (values.length === 1) return values;
  return values.flatMap((one, at) => values.slice(at + 1).map((other) => `${one}, ${other}`));
}
