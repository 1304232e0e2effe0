import { answerIfAny } from "../../exchange/answer-if-any.ts";
import { succeeded } from "../../exchange/answer.ts";
import { type Draft, nowhereDraft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { answeredAlike } from "../../exchange/answered-alike.ts";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { assertAccepted } from "./assert-accepted.ts";

/**
 * A valid request is accepted where the document says that the operation is.
 * @throws {Violation} when it is answered as an operation that does not exist
 * @throws {InconclusiveError} when it is refused otherwise, which is judged elsewhere
 */
export async function servedUnderThePrefix(merchant: Merchant, draft: Draft): Promise<void> {
  const answer = await merchant.send(draft);
  if (succeeded(answer)) return;
  const nowhere = await answerIfAny(merchant, nowhereDraft());
  if (nowhere !== undefined && answeredAlike(answer, nowhere))
    return assertAccepted(answer, `${draft.label} under /abc/v1`);
  throw new InconclusiveError(
    `A valid ${draft.label} is refused otherwise than an operation that does not exist: this is not about the path.`,
  );
}
