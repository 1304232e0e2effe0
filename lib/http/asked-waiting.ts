import { SENDS_NOTHING_MORE } from "./breaker.ts";
import { BudgetSpentError } from "./send-errors.ts";
import type { WaitLog } from "./wait-log.ts";

export interface AskedWaitingOptions {
  readonly waits: WaitLog;
  /** How long a run waits in all because the target asks for it; Infinity: until its time is up. */
  readonly maxMs: number;
  /** @throws {BudgetSpentError} when a pause would go beyond the time of the run */
  readonly checkPause: (ms: number) => void;
}

const MS_PER_SECOND = 1_000;

/** The waiting that the target asks for, which a run does for so long and no longer. */
export class AskedWaiting {
  readonly #options: AskedWaitingOptions;
  #isOver = false;

  constructor(options: AskedWaitingOptions) {
    this.#options = options;
  }

  /** So far. */
  get seconds(): number {
    return Math.round(this.#options.waits.ms("asked") / MS_PER_SECOND);
  }

  /**
   * Adds a pause that is about to be made.
   * @param askedMs the time after which the target wants the request again, where it says so
   * @throws {BudgetSpentError} when the run may not wait for so long
   */
  add(pauseMs: number, askedMs = pauseMs): void {
    const { waits, maxMs, checkPause } = this.#options;
    const leftMs = maxMs - waits.ms("asked");
    if (Math.max(pauseMs, askedMs) > leftMs) {
      this.#isOver = true;
      throw this.#spent(`, and now asks for ${Math.ceil(Math.max(pauseMs, askedMs) / MS_PER_SECOND)} s more`);
    }
    checkPause(Math.max(pauseMs, askedMs));
    waits.add("asked", pauseMs);
  }

  /** @throws {BudgetSpentError} when the run has waited long enough */
  check(): void {
    const { waits, maxMs } = this.#options;
    if (this.#isOver || waits.ms("asked") > maxMs) throw this.#spent("");
  }

  #spent(more: string): BudgetSpentError {
    const { maxMs } = this.#options;
    return new BudgetSpentError(
      `${SENDS_NOTHING_MORE}: it has waited ${this.seconds} s because the target asked for it${more}; without --max-time it waits ${maxMs / MS_PER_SECOND} s at most. Set limits.requestsPerSecond to the rate that the target allows, or give --max-time (limits.maxTimeSeconds).`,
    );
  }
}
