import { detachText } from "./detached.ts";

/** The character before a member. */
const LEAD_CHARS = 20;

/** Cuts text to at most `maxChars`, and appends the number of missing characters. */
export function clipText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${detachText(text.slice(0, maxChars))} … (${text.length - maxChars} more characters)`;
}

/** Cuts text in the middle to about `maxChars`, and inserts the number of missing characters there. */
export function clipMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const tail = Math.floor(maxChars / 3);
  const head = maxChars - tail;
  const [begins, ends] = [text.slice(0, head), text.slice(-tail)].map(detachText);
  return `${begins}${left(text.length - maxChars)}${ends}`;
}

/**
 * Cuts text to about `maxChars` around the first of these JSON members that it has. Without one, it cuts in the middle.
 */
export function clipAround(text: string, maxChars: number, members: readonly string[]): string {
  if (text.length <= maxChars) return text;
  const places = members.map((member) => text.indexOf(`"${member}":`)).filter((place) => place !== -1);
  const [place] = places;
  if (place === undefined) return clipMiddle(text, maxChars);
  const side = Math.floor(maxChars / 6);
  const from = Math.max(0, place - LEAD_CHARS);
  const until = from + maxChars - 2 * side;
  return [
    from <= side ? text.slice(0, from) : `${detachText(text.slice(0, side))}${left(from - side)}`,
    detachText(text.slice(from, until)),
    until >= text.length - side
      ? text.slice(until)
      : `${left(text.length - side - until)}${detachText(text.slice(-side))}`,
  ].join("");
}

function left(chars: number): string {
  return ` … (${chars} characters) … `;
}
