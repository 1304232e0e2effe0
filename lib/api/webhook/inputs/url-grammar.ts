/** Which grammar takes a text for an HTTPS URL; characters beyond ASCII are taken as RFC 3987 takes them. */
export type Grammar = "RFC 3986" | "WHATWG" | "none";

const WITH_HOST = /^https:\/\/[^/?#]/i;
/** White space, control characters, and what else has to be escaped. */
const FORBIDDEN = /[\s\p{Cc}\\"<>^`{|}]|%(?![\da-f]{2})/iu;

export function grammarOf(text: string): Grammar {
  if (!URL.canParse(text) || new URL(text).protocol !== "https:") return "none";
  return WITH_HOST.test(text) && !FORBIDDEN.test(text) ? "RFC 3986" : "WHATWG";
}
