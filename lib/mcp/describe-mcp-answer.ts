import { headersOf, type McpAnswer } from "./door.ts";
import { shownAnswer } from "./shown-answer.ts";

const MAX_CHARS = 300;
const OF_A_WORD = /[\w.~+/=%\\-]/;

/** Describes an answer in a few words. */
export function describeMcpAnswer(answer: McpAnswer): string {
  const { status } = answer;
  const { headers, text } = shownAnswer(answer.request, answer);
  const [type = "no content type"] = headersOf({ headers }, "content-type");
  const body = text.length > MAX_CHARS ? `${withoutLastWord(text.slice(0, MAX_CHARS))}…` : text;
  return text === "" ? `HTTP ${status} without a body` : `HTTP ${status}, ${type}: ${body}`;
}

/** A text never ends inside a word, because a part of a secret would not be recognised. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && OF_A_WORD.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
