import { withUpperEscapes } from "../../../text/percent-encoded.ts";
import { grammarOf } from "./url-grammar.ts";

const ESCAPE = /%[\da-f]{2}/gi;
const UNRESERVED = /^[\w.~-]$/;

/**
 * Whether two HTTPS URLs are equivalent by RFC 3986 (sections 6.2.2 and 6.2.3: letter case of scheme, host and escapes,
 * escapes that are not needed, dot segments, default port, empty path), by RFC 3987 (section 3.1), by IDNA, or by RFC 9110
 * (section 7.1: no request carries a fragment).
 */
export function isEquivalent(one: string, other: string): boolean {
  if (one === other) return true;
  return [one, other].every((url) => grammarOf(url) === "RFC 3986") && normalForm(one) === normalForm(other);
}

/** Whether two URLs differ in nothing but the letter case of escapes (RFC 3986, section 6.2.2.1), if at all. */
export function isSameButForEscapeCase(one: string, other: string): boolean {
  return one === other || withUpperEscapes(one) === withUpperEscapes(other);
}

/** Whether a store that writes escapes in upper case alters a URL. */
export function hasLowerEscapes(url: string): boolean {
  return withUpperEscapes(url) !== url;
}

/** Parsers of the WHATWG grammar do all of it but what concerns escapes and fragments. */
function normalForm(url: string): string {
  const [target = ""] = new URL(url).href.split("#");
  return target.replaceAll(ESCAPE, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });
}
