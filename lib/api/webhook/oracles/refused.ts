import { type Answer, describeAnswer, succeeded } from "../../answer.ts";
import { Violation } from "../../../engine/verdict.ts";
import { hasConfiguration } from "../configuration.ts";

/**
 * The answer is no success, whatever its code and status (section 7); a query that shows nothing of a configuration is refused.
 * @throws {Violation} when it is a success
 */
export function refused(answer: Answer, what: string): void {
  const granted =
    answer.draft.label === "query" ? hasConfiguration(answer.envelope?.["data"]) : succeeded(answer);
  if (!granted) return;
  throw new Violation({
    expected: `${what} to be refused`,
    actual: describeAnswer(answer),
    exchange: answer.exchange,
  });
}
