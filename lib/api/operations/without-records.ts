import { UnofferedError } from "../../engine/record/verdict.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import { isTelling } from "./shows-the-same.ts";

/**
 * Why the answer to a valid call says nothing of records, and what to correct in the profile.
 * @throws {UnofferedError} when the call was granted and its data is empty: the profile lacks a body that finds records
 */
export function withoutRecords(answer: Answer, isGranted: boolean): string {
  const operation = answer.draft.label;
  const field = `operations["${operation}"]`;
  const pointer = operation.startsWith("transaction/") ? `, or say in ${field}.records where they stand` : "";
  const why = `The answer of ${operation} holds nothing of what this is about: ${describeAnswer(answer)}. Give ${field} a body that finds records${pointer}.`;
  if (isGranted && !isTelling(answer.envelope?.["data"])) throw new UnofferedError(`${field}.body`, why);
  return why;
}
