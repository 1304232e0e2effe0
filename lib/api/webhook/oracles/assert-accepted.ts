import { type Answer, describeAnswer, meaningOf, succeeded } from "../../exchange/answer.ts";
import { InconclusiveError, Violation } from "../../../engine/record/verdict.ts";

/**
 * The answer is a success: `data` is true, or the configuration for query (section 7).
 * @throws {Violation} when it is a refusal
 * @throws {InconclusiveError} when the answer is no envelope, or the request is rejected now and then, which is judged elsewhere
 */
export function assertAccepted(answer: Answer, what = `a valid ${answer.draft.label}`): void {
  if (succeeded(answer)) return;
  const actual = describeAnswer(answer);
  if (meaningOf(answer) === "neither") {
    throw new InconclusiveError(
      `The answer to ${what} is malformed, so it says neither yes nor no: ${actual}`,
    );
  }
  if (answer.acceptedAgain === true) {
    throw new InconclusiveError(
      `A request is rejected now and then, which is judged elsewhere: ${what} was answered ${actual}.`,
    );
  }
  if (answer.repeated && answer.draft.label === "disable") {
    throw new InconclusiveError(
      "The disable was sent again after a failure of the network; the first may have been applied.",
    );
  }
  throw new Violation({ expected: `${what} to be accepted`, actual, exchange: answer.exchange });
}
