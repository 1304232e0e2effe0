import { endOfString } from "./duplicate-members.ts";

/** Whether a JSON text is nested more than so many levels, so that reading it by recursion would end this process. */
export function exceedsDepth(text: string, maxDepth: number): boolean {
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
