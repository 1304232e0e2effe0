import { detached } from "../../api/detached.ts";

/** Cuts text to at most `maxChars`, and says how much is missing. */
export function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${detached(text.slice(0, maxChars))} … (${text.length - maxChars} more characters)`;
}

/** Cuts text in the middle to about `maxChars`, and says how much is missing there. */
export function clipMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const tail = Math.floor(maxChars / 3);
  const head = maxChars - tail;
  const [begins, ends] = [text.slice(0, head), text.slice(-tail)].map(detached);
  return `${begins} … (${text.length - maxChars} characters) … ${ends}`;
}
