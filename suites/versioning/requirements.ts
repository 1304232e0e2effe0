import { stated } from "../../lib/api/webhook/requirement.ts";
import {
  disableDraft,
  queryDraft,
  registerDraft,
  type Draft,
  nowhereDraft,
} from "../../lib/api/request/draft.ts";
import { answerIfAny } from "../../lib/api/exchange/answer-if-any.ts";
import { succeeded } from "../../lib/api/exchange/answer.ts";
import type { Merchant } from "../../lib/api/merchant/merchant.ts";
import { answeredAlike } from "../../lib/api/exchange/answered-alike.ts";
import { InconclusiveError } from "../../lib/engine/record/verdict.ts";
import { assertAccepted } from "../../lib/api/webhook/oracles/assert-answered.ts";

export const answersUnderThePrefix = stated("versioning.path-prefix", {
  spends: true,
  sections: ["4", "9"],
  text: "The webhook operations answer under the path prefix /abc/v1.",
  check: async ({ merchant, urls }) => {
    await servedUnderThePrefix(merchant, registerDraft(urls.fresh()));
    await servedUnderThePrefix(merchant, queryDraft());
    if ((await merchant.enabled()).status === 1) await servedUnderThePrefix(merchant, disableDraft());
  },
});

/**
 * A valid request is accepted where the document says that the operation is.
 * @throws {Violation} when it is answered as an operation that does not exist
 * @throws {InconclusiveError} when it is refused otherwise, which is judged elsewhere
 */
async function servedUnderThePrefix(merchant: Merchant, draft: Draft): Promise<void> {
  const answer = await merchant.send(draft);
  if (succeeded(answer)) return;
  const nowhere = await answerIfAny(merchant, nowhereDraft());
  if (nowhere !== undefined && answeredAlike(answer, nowhere))
    return assertAccepted(answer, `${draft.label} under /abc/v1`);
  throw new InconclusiveError(
    `A valid ${draft.label} is refused otherwise than an operation that does not exist: this is not about the path.`,
  );
}
