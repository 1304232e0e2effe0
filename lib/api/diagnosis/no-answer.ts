import type { Recorder } from "../exchange/recorder.ts";
import { type InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { serverError } from "./not-the-api.ts";
import { statusAndWords } from "./words-of.ts";

/** Why the first query of a merchant got no answer that can be read, however often it was sent. */
export function noAnswer(
  merchant: string,
  error: InconclusiveError | Violation,
  recorder: Pick<Recorder, "exchanges" | "redact">,
): Diagnosis {
  const answer = recorder.exchanges.at(-1)?.answer;
  if (answer !== undefined && answer.status >= 500) {
    return serverError(statusAndWords(answer.status, answer.body, (text) => text));
  }
  const reason = error instanceof Violation ? error.evidence.actual : error.message;
  return {
    code: "no-answer",
    finding: `The first request, a query for merchant ${merchant}, got no answer.`,
    next: recorder.redact(reason),
  };
}
