import { type Answer, describeAnswer } from "../../exchange/answer.ts";
import { type Evidence, Violation } from "../../../engine/record/verdict.ts";
import { isGranted } from "./is-granted.ts";

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
