import { exceedsDepth } from "../text/exceeds-depth.ts";
import { headersOf, type McpAnswer } from "./door.ts";
import { mediaType, parseJson } from "./rpc.ts";
import { shownAnswer } from "./shown-answer.ts";

const MAX_CHARS = 300;
const OF_A_WORD = /[\w.~+/=%\\-]/;

/** Describes an answer in a few words. */
export function describeMcpAnswer(answer: McpAnswer): string {
  const { status } = answer;
  const { headers, text } = shownAnswer(answer.request, answer);
  const [type = "no content type"] = headersOf({ headers }, "content-type");
  const body = text.length > MAX_CHARS ? `${withoutLastWord(text.slice(0, MAX_CHARS))}…` : text;
  const flaw = isInvalidJson(answer) ? " (the body is not valid JSON)" : "";
  return text === "" ? `HTTP ${status} without a body` : `HTTP ${status}, ${type}${flaw}: ${body}`;
}

/** Whether a body has the type of JSON, and is not valid. A body that is nested too deeply is not read. */
function isInvalidJson(answer: McpAnswer): boolean {
  const { text } = answer;
  return mediaType(answer) === "application/json" && !exceedsDepth(text) && parseJson(text) === undefined;
}

/** A text never ends inside a word, because a part of a secret would not be recognised. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && OF_A_WORD.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
