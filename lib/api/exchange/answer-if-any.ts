import type { Answer } from "./answer.ts";
import type { Draft } from "../request/draft.ts";
import { UnansweredError } from "./unanswered-error.ts";

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
