import { UnansweredError } from "./unanswered-error.ts";

/** What came back was, time after time, no HTTP answer. */
export class NoHttpError extends UnansweredError {
  /** The number of the exchange that shows it. */
  readonly exchange: number;

  constructor(message: string, exchange: number) {
    super(message);
    this.exchange = exchange;
  }
}
