import { endOfString } from "./end-of-string.ts";

/** Levels that every reader of JSON from outside goes through by recursion without harm. */
export const MAX_DEPTH = 500;

/** Whether a JSON text is nested more than so many levels, so that a walk through it by recursion could end this process. */
export function exceedsDepth(text: string, maxDepth = MAX_DEPTH): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}
