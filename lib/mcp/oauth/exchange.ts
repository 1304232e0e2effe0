import { InapplicableError, InconclusiveError } from "../../engine/record/verdict.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import type { McpAnswer } from "../wire/mcp-request.ts";
import type { Mcp } from "../service/mcp.ts";
import { isServerUrl, listOf } from "../wire/metadata.ts";
import { memberOf, parseJson } from "../wire/rpc.ts";
import { type AuthorizationRequest, codeOf, validRequest } from "./authorize.ts";
import { assertOwn, type Client, type Flow } from "./flow.ts";

const REFUSED_FROM = 400;
const answered = new WeakMap<Mcp, readonly McpAnswer[]>();

/** The tokens of a token answer. */
export interface Tokens {
  readonly answer: McpAnswer;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** The token type. Undefined: it is missing. */
  readonly scope: string | undefined;
}

/** Differences of a request to the token endpoint from a valid one. */
export interface TokenRequestChange {
  /** The form. undefined removes a member. */
  readonly form?: Readonly<Record<string, string | undefined>>;
  /** A member that is there twice, and its second value. */
  readonly twice?: readonly [name: string, value: string];
  /** Its purpose. Default: `token`. */
  readonly label?: string;
  /** Who sends it. */
  readonly as?: Client;
  /** How a secret is sent. Default: the usual method, unless the server names only others. */
  readonly secretIn?: "header" | "form";
  readonly isProbe?: true;
  /** Whether it may overlap another request. */
  readonly isBeside?: true;
}

/**
 * Sends a request to the token endpoint.
 * @throws {UnofferedError} if the client does not belong there
 */
export async function askForTokens(
  flow: Flow,
  form: Readonly<Record<string, string>>,
  {
    form: changed = {},
    twice,
    label = "token",
    as = flow.client,
    secretIn,
    isProbe,
    isBeside,
  }: TokenRequestChange = {},
): Promise<McpAnswer> {
  assertOwn(flow, as);
  const isBasic = as.secret !== null && (secretIn ?? (usesBasic(flow) ? "header" : "form")) === "header";
  const own = { client_id: as.id, ...(as.secret !== null && !isBasic && { client_secret: as.secret }) };
  const given = Object.entries({ ...form, ...(isBasic ? {} : own), ...changed });
  const members = given.filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (twice !== undefined) members.push([...twice]);
  const basic = Buffer.from([as.id, as.secret ?? ""].map(encodeURIComponent).join(":")).toString("base64");
  const answer = await flow.mcp.send({
    label,
    brings: "secrets",
    caller: as.id,
    method: "POST",
    url: flow.tokenEndpoint,
    headers: [
      ["Content-Type", "application/x-www-form-urlencoded"],
      ["Accept", "application/json"],
      ...(isBasic ? [["Authorization", `Basic ${basic}`] as const] : []),
    ],
    body: new URLSearchParams(members).toString(),
    ...(isProbe && { isProbe }),
    ...(isBeside && { isBeside }),
  });
  const isValid = isProbe !== true && label === "token" && tokensIn(answer) !== undefined;
  for (const proof of isValid ? proofsOf(as) : []) flow.mcp.noteProven(proof);
  if (label === "token") answered.set(flow.mcp, [...(answered.get(flow.mcp) ?? []), answer]);
  return answer;
}

/** Requests that the token endpoint has rejected in the run so far. */
export function refusedTokenRequests(mcp: Mcp): readonly McpAnswer[] {
  return (answered.get(mcp) ?? []).filter(({ status }) => status >= REFUSED_FROM);
}

/** Answers of the token endpoint that have brought tokens in the run so far. */
export function grantedTokenRequests(mcp: Mcp): readonly McpAnswer[] {
  return (answered.get(mcp) ?? []).filter((answer) => tokensIn(answer) !== undefined);
}

/** The form by which a code is exchanged. */
export function formOf({ client, mcp }: Flow, code: string, verifier: string): Record<string, string> {
  return {
    grant_type: "authorization_code",
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    resource: mcp.url,
  };
}

/** The form by which tokens are refreshed. */
export function refreshFormOf({ mcp }: Flow, refreshToken: string): Record<string, string> {
  return { grant_type: "refresh_token", refresh_token: refreshToken, resource: mcp.url };
}

/** The tokens of an answer; undefined: it contains no access token. */
export function tokensIn(answer: McpAnswer): Tokens | undefined {
  const body = parseJson(answer.text);
  const [token, refresh, scope] = ["access_token", "refresh_token", "scope"].map((name) =>
    memberOf(body, name),
  );
  if (typeof token !== "string" || answer.status >= 300) return undefined;
  return {
    answer,
    accessToken: token,
    refreshToken: typeof refresh === "string" ? refresh : undefined,
    scope: typeof scope === "string" ? scope : undefined,
  };
}

/** An unused code, and its secrets. */
export async function freshCode(
  flow: Flow,
  scope?: string,
): Promise<AuthorizationRequest & { readonly code: string }> {
  const asked = await validRequest(flow, scope);
  return { ...asked, code: await codeOf(flow, asked) };
}

/**
 * The tokens of a whole valid flow.
 * @throws {InconclusiveError} without any
 */
export async function newTokens(flow: Flow, scope?: string): Promise<Tokens> {
  const { code, verifier } = await freshCode(flow, scope);
  const answer = await askForTokens(flow, formOf(flow, code, verifier));
  const tokens = tokensIn(answer);
  if (tokens !== undefined) return tokens;
  throw new InconclusiveError(`A valid request for tokens was answered ${describeMcpAnswer(answer)}.`);
}

/** Checks once in a run that a valid request for authorization of a client brings a code. */
export async function provenCode(flow: Flow): Promise<void> {
  const [code] = proofsOf(flow.client);
  await flow.mcp.once(code, async () => void (await freshCode(flow)));
}

/** The names of the proofs that a valid request of a client brings a code, and tokens. */
export function proofsOf({ id }: Client): readonly [code: string, tokens: string] {
  return [`a code of ${id}`, `tokens of ${id}`];
}

/**
 * Tokens with a refresh token.
 * @throws {InapplicableError} without one
 */
export async function refreshableTokens(
  flow: Flow,
  scope?: string,
): Promise<Tokens & { readonly refreshToken: string }> {
  const tokens = await newTokens(flow, scope);
  const { refreshToken } = tokens;
  if (refreshToken === undefined) throw new InapplicableError("The server gives no refresh token.");
  return { ...tokens, refreshToken };
}

function usesBasic(flow: Flow): boolean {
  const listed = methodsOf(flow);
  return listed.length === 0 || listed.includes("client_secret_basic");
}

/** The methods of client authentication that the server names. */
export function methodsOf({ server }: Flow): readonly unknown[] {
  return listOf(server.document.content["token_endpoint_auth_methods_supported"]);
}

/**
 * Asks the revocation endpoint of the server to revoke a token.
 * @throws {InapplicableError} if it names none
 * @throws {UnofferedError} if the client does not belong there
 */
export async function revokeToken(
  flow: Flow,
  token: string,
  { hint, as }: { readonly hint?: string; readonly as?: Client } = {},
): Promise<McpAnswer> {
  const { revocation_endpoint: endpoint } = flow.server.document.content;
  if (endpoint === undefined) throw new InapplicableError("The server has no revocation endpoint.");
  if (!isServerUrl(flow.mcp.url, endpoint))
    throw new InconclusiveError("The metadata names no revocation endpoint that a client may use.");
  const form = { token, ...(hint !== undefined && { token_type_hint: hint }) };
  return askForTokens({ ...flow, tokenEndpoint: endpoint }, form, {
    label: "revoke",
    ...(as !== undefined && { as }),
  });
}
