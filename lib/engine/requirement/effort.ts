/** The depths of a run. Quick finds frequent faults, deep finds rare ones. */
export type Depth = "quick" | "standard" | "deep";

export type Budget = Readonly<Record<Depth, number>>;

const MOST_AT_QUICK = 5;
const TIMES: Budget = { quick: 1, standard: 5, deep: 50 };
const CASES: Budget = { quick: 1, standard: 12, deep: 120 };
const SHRINKS: Budget = { quick: 12, standard: 40, deep: 200 };

/**
 * The effort of the checks of a run, by its depth. A check passes a list with its most useful items first. It
 * passes its own number only with a stated reason.
 */
export class Effort {
  readonly #depth: Depth;
  readonly #depthOfLists: Depth;

  /** @param depthOfLists decides how many items of a list a check tries */
  constructor(depth: Depth, depthOfLists: Depth = depth) {
    this.#depth = depth;
    this.#depthOfLists = depthOfLists;
  }

  /** The tried items of a list: at quick depth the first half, at most five. Otherwise all. */
  tried<T>(list: readonly T[]): readonly T[] {
    return this.#depthOfLists === "quick"
      ? list.slice(0, Math.min(Math.ceil(list.length / 2), MOST_AT_QUICK))
      : list;
  }

  /** The tried items of a list with many requests each: at quick depth only the first. */
  triedSparingly<T>(list: readonly T[]): readonly T[] {
    return this.isQuick ? list.slice(0, 1) : list;
  }

  /** Repetitions of an action that must always give the same result. */
  get times(): number {
    return this.at(TIMES);
  }

  /** Number of generated inputs. */
  get cases(): number {
    return this.at(CASES);
  }

  /** Number of attempts to find a smaller input that breaks the check. */
  get shrinks(): number {
    return this.at(SHRINKS);
  }

  get isQuick(): boolean {
    return this.#depth === "quick";
  }

  /** The number of a budget at the depth of the run. */
  at(budget: Budget): number {
    return budget[this.#depth];
  }
}
