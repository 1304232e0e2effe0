import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { Answer } from "./answer.ts";
import type { Draft } from "../request/draft.ts";

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

/**
 * The answer to a request that the document does not show; undefined: whoever stands there closes the connection or says
 * nothing, as some gateways do with what they do not know.
 * @throws {InconclusiveError} when anything else stands in the way
 */
export async function answerIfAny(
  caller: { readonly send: (draft: Draft) => Promise<Answer> },
  draft: Draft,
): Promise<Answer | undefined> {
  try {
    return await caller.send({ ...draft, isUnshown: true });
  } catch (error) {
    if (error instanceof UnansweredError) return undefined;
    throw error;
  }
}
