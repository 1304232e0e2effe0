import { headersOf, type McpRequest } from "./mcp-request.ts";

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

/** Secret names in a form or a query. */
const SECRET_PARAMETERS: readonly string[] = [
  "code",
  "code_verifier",
  "refresh_token",
  "client_secret",
  "access_token",
  "client_assertion",
];
const MIN_SECRET_CHARS = 8;

/** Parts of a request that a report must not show: tokens, codes, verifiers, secrets. */
export function passingSecrets({ url, headers, body = "" }: McpRequest): readonly string[] {
  const authorization = headersOf({ headers }, "authorization").map((value) => value.replace(/^\S+ +/, ""));
  const found = [...authorization, ...ofQuery(url), ...ofForm(body)];
  return [...new Set(found.flatMap(withParts))].filter(({ length }) => length >= MIN_SECRET_CHARS);
}

function ofQuery(url: string): string[] {
  const [, query = ""] = url.split(/[?#]/, 2);
  return ofForm(query);
}

function ofForm(text: string): string[] {
  const parameters = new URLSearchParams(text);
  return SECRET_PARAMETERS.flatMap((name) => parameters.getAll(name));
}

/** A JSON Web Token adds its claims and its signature. */
function withParts(token: string): string[] {
  const parts = token.split(".");
  return parts.length === 3 ? [token, ...parts.slice(1)] : [token];
}

/** Whether a parameter of this name is a secret, even with a short value. */
export function isSecretParameter(name: string): boolean {
  return SECRET_PARAMETERS.includes(name);
}
