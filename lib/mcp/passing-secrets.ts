import { headersOf, type McpRequest } from "./door.ts";

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
