/** How much a run asks: quick finds what shows often, deep what shows rarely. */
export type Depth = "quick" | "standard" | "deep";

/** A number for each depth. */
export type Budget = Readonly<Record<Depth, number>>;

const MOST_AT_QUICK = 5;
const TIMES: Budget = { quick: 1, standard: 8, deep: 50 };
const CASES: Budget = { quick: 1, standard: 16, deep: 120 };
const SHRINKS: Budget = { quick: 12, standard: 40, deep: 200 };

/**
 * How far the checks of a run go, by its depth. A check gives a list in the order of what its items tell, and a number
 * of its own only where it says why.
 */
export class Effort {
  readonly #depth: Depth;

  constructor(depth: Depth) {
    this.#depth = depth;
  }

  /** What is tried of a list: at quick depth the first half, five at most; beyond it everything. */
  tried<T>(list: readonly T[]): readonly T[] {
    return this.isQuick ? list.slice(0, Math.min(Math.ceil(list.length / 2), MOST_AT_QUICK)) : list;
  }

  /** The same of a list of which each item takes many requests: at quick depth the first alone. */
  triedSparingly<T>(list: readonly T[]): readonly T[] {
    return this.isQuick ? list.slice(0, 1) : list;
  }

  /** How often what must come out the same each time is done. */
  get times(): number {
    return this.at(TIMES);
  }

  /** How many generated inputs are tried. */
  get cases(): number {
    return this.at(CASES);
  }

  /** How many inputs are tried to make one that breaks something smaller. */
  get shrinks(): number {
    return this.at(SHRINKS);
  }

  get isQuick(): boolean {
    return this.#depth === "quick";
  }

  /** The number of a budget for the depth of the run. */
  at(budget: Budget): number {
    return budget[this.#depth];
  }
}
