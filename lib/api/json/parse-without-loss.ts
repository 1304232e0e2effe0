import { randomUUID } from "node:crypto";
import { endOfString } from "../../text/exceeds-depth.ts";

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Before the source of a number that stands in a string for a while. No other text contains it. */
const MARK = randomUUID();

/**
 * The value of a JSON text, each number that JavaScript would change as `read` makes it of its source. As quick as
 * `JSON.parse`, also for large texts, where there is no such number.
 * @throws {SyntaxError} when it is no JSON
 */
export function parseWithoutLoss(text: string, read: (source: string) => unknown): unknown {
  const value: unknown = JSON.parse(text);
  const marked = withMarks(text);
  return marked === text ? value : unmarked(JSON.parse(marked), read);
}

/** The text with the numbers that would be changed as marked strings. */
function withMarks(text: string): string {
  let shown = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at) - 1;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = endOfNumber(text, at);
      const source = text.slice(at, end);
      if (wouldChange(source)) {
        shown += `${text.slice(from, at)}"${MARK}${source}"`;
        from = end;
      }
      at = end - 1;
    }
  }
  return shown + text.slice(from);
}

function endOfNumber(text: string, at: number): number {
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : at + 1;
}

/** Of integers only those that are safe stay what they are; of others the form would be lost. */
function wouldChange(source: string): boolean {
  return !Number.isSafeInteger(Number(source)) || /[.eE]/.test(source);
}

function unmarked(value: unknown, read: (source: string) => unknown): unknown {
  if (typeof value === "string") return value.startsWith(MARK) ? read(value.slice(MARK.length)) : value;
  if (typeof value !== "object" || value === null) return value;
  for (const [name, member] of Object.entries(value)) Reflect.set(value, name, unmarked(member, read));
  return value;
}
