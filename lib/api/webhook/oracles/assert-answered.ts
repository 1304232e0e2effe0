import { type Answer, succeeded, describeAnswer, meaningOf } from "../../exchange/answer.ts";
import { hasConfiguration } from "../../merchant/configuration.ts";
import { InconclusiveError, Violation, type Evidence } from "../../../engine/record/verdict.ts";

/** Whether an answer is a success, whatever its code and status (section 7); a query that shows nothing of a configuration is not a success. */
export function isGranted(answer: Answer): boolean {
  return answer.draft.label === "query" ? hasConfiguration(answer.envelope?.["data"]) : succeeded(answer);
}

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

/**
 * The answer is no success, whatever its code and status (section 7); a query that shows nothing of a configuration is refused.
 * @param more how a success differs, where its credentials do not show it, and how far the fault reaches
 * @throws {Violation} when it is a success
 */
export function assertRefused(
  answer: Answer,
  what: string,
  more: Pick<Evidence, "deviations" | "reach"> = {},
): void {
  if (!isGranted(answer)) return;
  throw new Violation({
    expected: `${what} to be refused`,
    actual: describeAnswer(answer),
    exchange: answer.exchange,
    ...more,
  });
}
