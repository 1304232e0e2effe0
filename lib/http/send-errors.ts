/** There is no answer of the target to a request, however often it was sent. The message says what stood in the way. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  /** What came back the last time was no HTTP: the number of the exchange. */
  readonly noHttp: number | undefined;

  constructor(message: string, noHttp?: number) {
    super(message);
    this.noHttp = noHttp;
  }
}

/** What a run may cost is spent. The message says which limit to raise. */
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
  /** What came back is no HTTP. */
  readonly isNoHttp: boolean;

  constructor(what: string, facts: Pick<AttemptFailedError, "exchange" | "mayBeApplied" | "isNoHttp">) {
    super(what);
    this.exchange = facts.exchange;
    this.mayBeApplied = facts.mayBeApplied;
    this.isNoHttp = facts.isNoHttp;
  }
}
