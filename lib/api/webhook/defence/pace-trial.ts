/** What comes again within so many requests is a limit of the pace. */
const SOON = 200;
/** So often going slower is tried without making a limit rarer. */
const TRIALS = 2;
const RARER = 1.5;

/** Whether going slower makes a limit rarer: one that comes at every so manieth request is waited for, and no more. */
export class PaceTrial {
  #lastAt = Number.NEGATIVE_INFINITY;
  #distance = Number.NEGATIVE_INFINITY;
  #vain = 0;

  /**
   * A limit was met that a short pause ended.
   * @param startedAt how many requests had gone out when it was met
   * @param endedAt how many when it was over
   * @returns whether to go slower from now on
   */
  met(startedAt: number, endedAt: number): boolean {
    const distance = startedAt - this.#lastAt;
    const isRarer = distance > this.#distance * RARER;
    this.#lastAt = endedAt;
    this.#distance = distance;
    if (distance >= SOON || this.#vain >= TRIALS) return false;
    this.#vain = isRarer ? 0 : this.#vain + 1;
    return true;
  }
}
