import type { FailureKind } from "./failure-table.ts";

/** The target did not answer a request, after all attempts. The message names the cause. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  /** Number of the last exchange, if its answer was not HTTP. */
  readonly noHttp: number | undefined;
  /** The last request went out, and no answer came, not even from a gateway. */
  readonly isSilence: boolean;

  constructor(
    message: string,
    { noHttp, isSilence = false }: Partial<Pick<NoAnswerError, "noHttp" | "isSilence">> = {},
  ) {
    super(message);
    this.noHttp = noHttp;
    this.isSilence = isSilence;
  }
}

/** A limit of the run is used up. The message names the limit to raise. */
export class BudgetSpentError extends Error {
  override readonly name = "BudgetSpentError";
}

/** One attempt failed. Another one may succeed. */
export class AttemptFailedError extends Error {
  override readonly name = "AttemptFailedError";
  /** The number of the exchange that shows it. */
  readonly exchange: number;
  /** The request may have taken effect all the same. */
  readonly mayBeApplied: boolean;
  readonly kind: FailureKind | "gateway";
  /** Time spent waiting for the answer. */
  readonly lostMs: number;

  constructor(
    what: string,
    facts: Pick<AttemptFailedError, "exchange" | "mayBeApplied" | "kind" | "lostMs">,
  ) {
    super(what);
    this.exchange = facts.exchange;
    this.mayBeApplied = facts.mayBeApplied;
    this.kind = facts.kind;
    this.lostMs = facts.lostMs;
  }
}
