import { headersOf, type McpAnswer, type McpRequest } from "./door.ts";
import { memberOf, readJson } from "./rpc.ts";

/** Of a form or a query: what nobody may see. */
const SECRET_PARAMETERS = [
  "code",
  "code_verifier",
  "refresh_token",
  "client_secret",
  "access_token",
  "client_assertion",
] as const;
const SECRET_MEMBERS = ["access_token", "refresh_token", "id_token"] as const;
const MIN_SECRET_CHARS = 8;

/** What a request carries, and its answer brings, that a report must not show: tokens, codes, verifiers, secrets. */
export function passingSecrets(
  { url, headers, body = "" }: McpRequest,
  answer: Pick<McpAnswer, "headers" | "text"> | undefined,
): readonly string[] {
  const authorization = headersOf({ headers }, "authorization").map((value) => value.replace(/^\S+ +/, ""));
  const inAnswer = answer === undefined ? [] : ofAnswer(answer);
  const found = [...authorization, ...ofQuery(url), ...ofForm(body), ...inAnswer];
  return [...new Set(found.flatMap(withParts))].filter(({ length }) => length >= MIN_SECRET_CHARS);
}

function ofAnswer({ headers, text }: Pick<McpAnswer, "headers" | "text">): string[] {
  const body = readJson(text);
  const members = SECRET_MEMBERS.map((name) => memberOf(body, name)).filter((one) => typeof one === "string");
  return [...headersOf({ headers }, "location").flatMap(ofQuery), ...members];
}

function ofQuery(url: string): string[] {
  const [, query = ""] = url.split(/[?#]/, 2);
  return ofForm(query);
}

function ofForm(text: string): string[] {
  const parameters = new URLSearchParams(text);
  return SECRET_PARAMETERS.flatMap((name) => parameters.getAll(name));
}

/** Of a JSON Web Token what it says and what signs it too. */
function withParts(token: string): string[] {
  const parts = token.split(".");
  return parts.length === 3 ? [token, ...parts.slice(1)] : [token];
}
