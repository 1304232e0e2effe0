import type { Layer, SendCounts } from "./exchange.ts";
import { BudgetSpentError, NoAnswerError } from "./send-errors.ts";

export interface BudgetOptions {
  readonly maxRequests: number;
  /** When the run's time is up, in milliseconds since 1970. */
  readonly deadlineAt: number;
  readonly now: () => number;
  readonly isClosed: () => boolean;
}

/** What a run may cost. */
export class RequestBudget {
  readonly #options: BudgetOptions;
  readonly #counts: Pick<SendCounts, "sent">;

  constructor(options: BudgetOptions, counts: Pick<SendCounts, "sent">) {
    this.#options = options;
    this.#counts = counts;
  }

  /** Before anything is waited for or made. */
  readonly layer: Layer = (next) => async (outgoing) => {
    this.#check();
    return next(outgoing);
  };

  /** Right before a request goes out: of those that are made together, no more go out than there may be. Returns its number. */
  spend = (): number => {
    this.#check();
    return (this.#counts.sent += 1);
  };

  /** @throws {BudgetSpentError} when a pause would go beyond the time of the run */
  checkPause(ms: number): void {
    if (this.#options.now() + ms <= this.#options.deadlineAt) return;
    throw new BudgetSpentError(
      `The target asks to wait ${Math.ceil(ms / 1000)} s, beyond the time of the run; raise --max-time (limits.maxTimeSeconds).`,
    );
  }

  #check(): void {
    const { maxRequests, deadlineAt, now, isClosed } = this.#options;
    if (isClosed()) throw new NoAnswerError("The run was ended before this was answered.");
    if (this.#counts.sent >= maxRequests)
      throw new BudgetSpentError(
        "The budget of requests is used up; raise --max-requests (limits.maxRequests).",
      );
    if (now() >= deadlineAt)
      throw new BudgetSpentError("The time of the run is up; raise --max-time (limits.maxTimeSeconds).");
  }
}
