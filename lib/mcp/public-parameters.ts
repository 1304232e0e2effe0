/**
 * Facts of an authorization server about itself and about a rejection. They are not secret in any spelling of
 * the name.
 */
const PUBLIC = new Set([
  "error",
  "errordescription",
  "expires",
  "expiresin",
  "expiresat",
  "iss",
  "refreshexpiresin",
  "refreshtokenexpiresin",
  "scope",
  "state",
  "tokentype",
]);

/** One form for every spelling of a name: `access_token`, `accessToken` and `AccessToken` are equal. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

/** Whether a member or a parameter of this name may be shown with its value. */
export function isPublicName(name: string): boolean {
  return PUBLIC.has(plainName(name));
}

const MASK = "[redacted]";
const MIN_CODE_CHARS = 4;
/** Members with free text of a server. */
const PROSE = new Set(["error", "errordescription"]);

/** The value of a public name for reports. A code inside a sentence is removed. */
export function publicValue(name: string, value: string): string {
  if (!PROSE.has(plainName(name))) return value;
  return value.replaceAll(/[\w-]+/g, (word) =>
    word.length >= MIN_CODE_CHARS && /\d/.test(word) ? MASK : word,
  );
}

/** A name for reports. A name that may be a token is hidden. */
export function shownName(name: string): string {
  return /^[A-Za-z_-]{0,40}$/.test(name) ? name : MASK;
}
