import { type Answer, succeeded } from "../../exchange/answer.ts";
import { hasConfiguration } from "../../merchant/configuration.ts";

/** Whether an answer is a success, whatever its code and status (section 7); a query that shows nothing of a configuration is not a success. */
export function isGranted(answer: Answer): boolean {
  return answer.draft.label === "query" ? hasConfiguration(answer.envelope?.["data"]) : succeeded(answer);
}
