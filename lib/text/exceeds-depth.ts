/** Depth that every recursive reader of outside JSON can handle. */
export const MAX_DEPTH = 500;

/** Whether a JSON text is nested deeper than a limit, so that a recursive walk could end this process. */
export function exceedsDepth(text: string, maxDepth = MAX_DEPTH): boolean {
  if (text.length <= maxDepth) return false;
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

/** The offset behind the closing quote of the JSON string that opens at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

/** Whether an odd number of backslashes comes before. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charAt(first - 1) === "\\") first -= 1;
  return (at - first) % 2 === 1;
}
