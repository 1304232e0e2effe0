import type { Budget } from "../../engine/requirement/effort.ts";

/** How many factors of a case are combined: each value once, each pair of values, or all values. */
export const STRENGTHS: Budget = { quick: 1, standard: 2, deep: Infinity };

interface Covering<T> {
  readonly one: T;
  /** Values, or pairs of values. They take turns. */
  readonly covers: readonly string[];
}

/**
 * Chooses cases that cover each value of each factor (strength 1) or each pair of values (strength 2), as far as a case has
 * them. Higher strengths choose all cases. Each step takes the case that covers most. Of equal cases it takes the one whose values were taken least.
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
    return { one, covers: strength === 1 ? values : pairsOf(values) };
  });
  return strength < 1 ? [] : chosenFrom(coverings);
}

function chosenFrom<T>(coverings: readonly Covering<T>[]): readonly T[] {
  const left = new Set(coverings.flatMap(({ covers }) => covers));
  const timesChosen = new Map<string, number>();
  const timesOf = ({ covers }: Covering<T>) =>
    covers.reduce((sum, one) => sum + (timesChosen.get(one) ?? 0), 0);
  const chosen: T[] = [];
  while (left.size > 0) {
    const gains = coverings.map(({ covers }) => covers.filter((one) => left.has(one)).length);
    const most = Math.max(...gains);
    const [best] = coverings
      .filter((_, at) => gains[at] === most)
      .toSorted((one, other) => timesOf(one) - timesOf(other));
    if (best === undefined) break;
    chosen.push(best.one);
    for (const covered of best.covers) {
      left.delete(covered);
      timesChosen.set(covered, (timesChosen.get(covered) ?? 0) + 1);
    }
  }
  return chosen;
}

function pairsOf(values: readonly string[]): readonly string[] {
  if (values.length === 1) return values;
  return values.flatMap((one, at) => values.slice(at + 1).map((other) => `${one}, ${other}`));
}
