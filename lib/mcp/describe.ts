import { headersOf, type McpAnswer } from "./door.ts";
import { shownAnswer } from "./shown-answer.ts";

/** An answer in a few words, for people. */
export function describe(answer: McpAnswer): string {
  const { status } = answer;
  const { headers, text } = shownAnswer(answer.request, answer);
  const [type = "no content type"] = headersOf({ headers }, "content-type");
  const body = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return text === "" ? `HTTP ${status} without a body` : `HTTP ${status}, ${type}: ${body}`;
}
