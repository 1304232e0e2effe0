import { InconclusiveError } from "../../engine/record/verdict.ts";

/** A request went out, and nothing came back that is an answer: the connection was closed, or nothing was said in time. */
export class UnansweredError extends InconclusiveError {}

/** The target answered several times with bytes that are not HTTP. */
export class NoHttpError extends UnansweredError {
  readonly exchange: number;

  constructor(message: string, exchange: number) {
    super(message);
    this.exchange = exchange;
  }
}
