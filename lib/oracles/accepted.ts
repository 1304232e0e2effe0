import { type Answer, describeAnswer, succeeded } from "../client/answer.ts";
import { InconclusiveError, Violation } from "../verdict.ts";
import { dataFinding } from "../wire/envelope.ts";

/**
 * The answer is a success: `data` is true, or the configuration for query (section 7).
 * @throws {Violation} when it is a refusal
 * @throws {InconclusiveError} when the answer is no envelope, which is judged elsewhere
 */
export function accepted(answer: Answer, what = `a valid ${answer.draft.label}`): void {
  if (succeeded(answer)) return;
  const actual = describeAnswer(answer);
  const { envelope, draft } = answer;
  if (
    envelope === undefined ||
    dataFinding(envelope, draft.label === "query" ? "object" : "boolean")?.broken
  ) {
    throw new InconclusiveError(
      `The answer to ${what} is malformed, so it says neither yes nor no: ${actual}`,
    );
  }
  if (answer.repeated && draft.label === "disable") {
    throw new InconclusiveError(
      "The disable was sent again after a failure of the network; the first may have been applied.",
    );
  }
  throw new Violation({ expected: `${what} to be accepted`, actual, exchange: answer.exchange });
}
