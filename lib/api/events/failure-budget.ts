import { InconclusiveError } from "../../engine/verdict.ts";

/** Of a run: services protect themselves from receivers that fail often. */
const MAX_FAILED = 32;

/** How many deliveries a run fails, 32 at most. */
export class FailureBudget {
  #left = MAX_FAILED;

  /** How many may still be failed. */
  get left(): number {
    return this.#left;
  }

  /** Is told how many are to be failed. @throws {InconclusiveError} when the run may not fail so many more */
  take(count: number): void {
    if (count > this.#left) {
      throw new InconclusiveError(
        `A run fails at most ${MAX_FAILED} deliveries: ${count} more are needed here, and ${this.#left} are left. Alone, by its id, this has all of them.`,
      );
    }
    this.#left -= count;
  }

  /** Is told how many of these have not been failed, and will not be. */
  giveBack(count: number): void {
    this.#left += count;
  }
}
