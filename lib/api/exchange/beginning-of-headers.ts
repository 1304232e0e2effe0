import type { HeaderPair } from "../../http/transport.ts";

/** More than a server sends. */
const MAX_HEADERS = 200;
/** Longer than any form of a secret, so that no cut leaves a part of one. */
const MARGIN_CHARS = 8 * 1024;
const CUT = "… (cut)";
/** The name of a header that counts those left out. No server can send it. */
const MORE = "…";

/**
 * The headers of an answer for its record, cut to a number of characters. Only what is kept is read.
 * @param redact takes secrets out
 */
export function beginningOfHeaders(
  headers: readonly HeaderPair[],
  maxChars: number,
  redact: (headers: readonly HeaderPair[]) => readonly HeaderPair[],
): readonly HeaderPair[] {
  let chars = 0;
  const whole = headers.slice(0, MAX_HEADERS).findIndex(([name, value]) => {
    chars += name.length + value.length;
    return chars > maxChars;
  });
  const count = whole === -1 ? MAX_HEADERS : whole;
  const kept = headers.slice(0, count);
  const next = whole === -1 ? undefined : headers[whole];
  const left = next === undefined ? 0 : maxChars - (chars - next[0].length - next[1].length);
  const cut =
    next === undefined ? [] : redact([beginningOf(next, left + MARGIN_CHARS)]).map((one) => cutTo(one, left));
  const more = headers.length - kept.length - cut.length;
  return [...redact(kept), ...cut, ...(more > 0 ? [[MORE, `${more} more headers`] as const] : [])];
}

function beginningOf([name, value]: HeaderPair, chars: number): HeaderPair {
  return [name.slice(0, chars), value.slice(0, chars)];
}

function cutTo([name, value]: HeaderPair, chars: number): HeaderPair {
  return [cutText(name, chars), cutText(value, chars)];
}

function cutText(text: string, chars: number): string {
  return text.length > chars ? `${text.slice(0, Math.min(chars, text.length - MARGIN_CHARS))}${CUT}` : text;
}
