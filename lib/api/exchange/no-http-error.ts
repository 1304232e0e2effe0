import { UnansweredError } from "./unanswered-error.ts";

/** The target answered several times with bytes that are not HTTP. */
export class NoHttpError extends UnansweredError {
  /** The number of the exchange that shows it. */
  readonly exchange: number;

  constructor(message: string, exchange: number) {
    super(message);
    this.exchange = exchange;
  }
}
