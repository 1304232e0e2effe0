import type { FailureKind } from "./failure-table.ts";

/** There is no answer of the target to a request, however often it was sent. The message says what stood in the way. */
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

/** The budget of a run is spent. The message says which limit to raise. */
export class BudgetSpentError extends Error {
  override readonly name = "BudgetSpentError";
}

/** One attempt failed; another one may not. */
export class AttemptFailedError extends Error {
  override readonly name = "AttemptFailedError";
  /** The number of the exchange that shows it. */
  readonly exchange: number;
  /** The request may have been carried out all the same. */
  readonly mayBeApplied: boolean;
  readonly kind: FailureKind | "gateway";
  /** How long an answer was waited for. */
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
