import { InconclusiveError } from "../../engine/record/verdict.ts";
import { type Answer, describeAnswer, succeeded } from "./answer.ts";

/**
 * An answer that must be a success before the check can go on; the requirement it breaks is judged elsewhere.
 * @throws {InconclusiveError} otherwise
 */
export function requireSuccess(answer: Answer): Answer {
  if (succeeded(answer)) return answer;
  throw new InconclusiveError(
    `A valid ${answer.draft.label}, needed before the judgement, was answered ${describeAnswer(answer)}.`,
  );
}
