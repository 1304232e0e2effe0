import { type Answer, succeeded } from "../api/exchange/answer.ts";
import type { FoldableAnswers, LoggedAnswer } from "../api/exchange/answer-log.ts";
import { isObject } from "../api/json/json.ts";
import { signOf } from "../api/merchant/rejection/rejection-signs.ts";

/** Whether an answer has the status and code of a success. */
export type IsLikeSuccess = (answer: Answer) => boolean;

/**
 * Whether an answer has the status and code of a success, which no rejection of the run has, but other data: a query none or
 * of any other type, a register or disable of another type. A `data` of false is no success.
 */
export function foldSuccessSigns(answers: FoldableAnswers<Pick<LoggedAnswer, "answer">>): IsLikeSuccess {
  const signs = answers.fold({ accepted: new Set<string>(), refused: new Set<string>() }, (state, entry) => {
    const { answer } = entry;
    if (succeeded(answer)) state.accepted.add(signOf(answer));
    else if (answer.draft.expects.startsWith("refused")) state.refused.add(signOf(answer));
  });
  return (answer) => {
    if (!hasOtherData(answer) || answer.envelope?.["code"] === undefined) return false;
    const { accepted, refused } = signs();
    return accepted.has(signOf(answer)) && !refused.has(signOf(answer));
  };
}

function hasOtherData({ draft: { label }, envelope }: Answer): boolean {
  const data = envelope?.["data"] ?? null;
  if (label === "query") return !isObject(data);
  return (label === "register" || label === "disable") && data !== null && typeof data !== "boolean";
}
