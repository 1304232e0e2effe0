/** What an authorization server says of itself and of a refusal: no secret, in any spelling of the name. */
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

/** A name as it is in every spelling: `access_token`, `accessToken` and `AccessToken` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

/** Whether a member or a parameter of this name may be shown with its value. */
export function isPublicName(name: string): boolean {
  return PUBLIC.has(plainName(name));
}

const MASK = "[redacted]";
const MIN_CODE_CHARS = 4;
/** What a server writes in its own words. */
const PROSE = new Set(["error", "errordescription"]);

/** The value of a public name as it may be shown: a code that a sentence repeats is taken out of it. */
export function publicValue(name: string, value: string): string {
  if (!PROSE.has(plainName(name))) return value;
  return value.replaceAll(/[\w-]+/g, (word) =>
    word.length >= MIN_CODE_CHARS && /\d/.test(word) ? MASK : word,
  );
}

/** A name as it may be shown: one that may itself be a token is not. */
export function shownName(name: string): string {
  return /^[A-Za-z_-]{0,40}$/.test(name) ? name : MASK;
}
