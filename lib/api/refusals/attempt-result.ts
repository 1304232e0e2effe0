import type { Evidence } from "../../engine/record/verdict.ts";
import { type Answer, describeAnswer, isClearRefusal } from "../exchange/answer.ts";
import type { AttemptResult } from "./attempt.ts";

/**
 * Returns the result of an attempt whose answer alone shows whether it was granted.
 * @param more how a success differs, where its credentials do not show it
 */
export function attemptResult(
  answer: Answer,
  isGranted: boolean,
  more: Pick<Evidence, "deviations"> = {},
): AttemptResult {
  const evidence = { actual: describeAnswer(answer), ...more };
  return { isGranted, isProof: true, exchange: answer.exchange, evidence };
}

/** Returns the result of an attempt that a target may accept. One that it refuses has no effect. */
export function openResult(answer: Answer): AttemptResult {
  return { ...attemptResult(answer, false), isAllowed: !isClearRefusal(answer) };
}
