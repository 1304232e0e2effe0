import { InconclusiveError } from "../../../engine/record/verdict.ts";

/** Of a run: services protect themselves from receivers that fail often. */
const MAX_FAILED = 64;

/** How many deliveries a run fails, 64 at most. */
export class FailureBudget {
  #left = MAX_FAILED;

  /** How many may still be failed. */
  get left(): number {
    return this.#left;
  }

  /** Reserves deliveries that a check will fail. @throws {InconclusiveError} when the run may not fail so many more */
  take(count: number): void {
    if (count > this.#left) {
      throw new InconclusiveError(
        `A run fails at most ${MAX_FAILED} deliveries: ${count} more are needed here, and ${this.#left} are left. Run this check alone, by its id: it can then use all of them.`,
      );
    }
    this.#left -= count;
  }

  /** Returns reserved deliveries that the check has not failed, and will not fail. */
  giveBack(count: number): void {
    this.#left += count;
  }
}
