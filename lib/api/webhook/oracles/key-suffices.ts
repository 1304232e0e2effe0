import { answerIfAny } from "../../exchange/answer-if-any.ts";
import { describeAnswer, succeeded } from "../../exchange/answer.ts";
import { type Draft, nowhereDraft, registerBody } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { answeredAlike } from "../../exchange/answered-alike.ts";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { assertAccepted } from "./assert-answered.ts";

/**
 * A valid request with the API key alone is accepted.
 * @param before whether one of its kind was, earlier in the run
 * @throws {Violation} when none of its kind is, and nothing else explains it
 * @throws {InconclusiveError} when it is refused for something else than its credentials, which is judged elsewhere
 */
export async function keySuffices(merchant: Merchant, draft: Draft, before: boolean): Promise<void> {
  const answer = await merchant.send(draft);
  if (succeeded(answer)) return;
  const { label } = draft;
  if (merchant.claimsSuccess(answer))
    throw elsewhere(label, `its status and code are those of a success: ${describeAnswer(answer)}`);
  if (before) throw elsewhere(label, `others were accepted: ${describeAnswer(answer)}`);
  const nowhere = await answerIfAny(merchant, nowhereDraft());
  if (nowhere !== undefined && answeredAlike(answer, nowhere))
    throw elsewhere(label, "it is answered as an operation that does not exist");
  const { body, contentType } = registerBody("{}", "open");
  if (draft.body === undefined && body !== undefined && contentType !== undefined) {
    const full = await merchant.send({ ...draft, expects: "open", body, contentType });
    if (succeeded(full)) throw elsewhere(label, "it is accepted with a body");
  }
  assertAccepted(answer, `${label} with the API key alone`);
}

function elsewhere(label: string, why: string): InconclusiveError {
  return new InconclusiveError(`A valid ${label} is refused, but not for its credentials: ${why}.`);
}
