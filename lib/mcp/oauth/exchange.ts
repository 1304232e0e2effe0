import { describeMcpAnswer } from "../wire/shown-answer.ts";
import type { McpAnswer } from "../wire/mcp-request.ts";
import { throwInapplicable, throwInconclusive } from "../refusals/fails.ts";
import { oncePerKey, perService } from "../service/once-per-service.ts";
import { isServerUrl } from "../wire/metadata.ts";
import { listOf, memberOf, parseJson } from "../wire/rpc.ts";
import { freshCode, type UnusedCode } from "./authorize.ts";
import { assertOwn, type Client, type Flow } from "./flow.ts";
import type { ParameterChange } from "./parameters.ts";

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** The token type. Undefined: it is missing. */
  readonly scope: string | undefined;
}

export interface TokenAnswer extends McpAnswer {
  /** Undefined: it contains no access token. */
  readonly tokens: Tokens | undefined;
}

/** Differences of a request to the token endpoint from a valid one. */
export interface TokenRequestChange {
  readonly change?: ParameterChange;
  /** Its purpose. Default: `token`. */
  readonly label?: string;
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
  { change, label = "token", as = flow.client, secretIn, isProbe, isBeside }: TokenRequestChange = {},
): Promise<TokenAnswer> {
  assertOwn(flow, as);
  const isBasic = as.secret !== null && (secretIn ?? usualPlace(flow)) === "header";
  const own = { client_id: as.id, ...(as.secret !== null && !isBasic && { client_secret: as.secret }) };
  const parameters = new URLSearchParams({ ...form, ...(isBasic ? {} : own) });
  change?.(parameters);
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
    body: parameters.toString(),
    ...(isProbe && { isProbe }),
    ...(isBeside && { isBeside }),
  });
  const known = { ...answer, tokens: tokensIn(answer) };
  if (label !== "token") return known;
  tokenAnswers(flow.mcp).push(known);
  return known;
}

/** The answers of the token endpoint in the run so far. */
export const tokenAnswers = perService((): TokenAnswer[] => []);

export async function redeemCode(
  flow: Flow,
  { code, verifier }: Pick<UnusedCode, "code" | "verifier">,
  change?: TokenRequestChange,
): Promise<TokenAnswer> {
  const { client, resource } = flow;
  const form = { grant_type: "authorization_code", code, redirect_uri: client.redirectUri };
  return askForTokens(flow, { ...form, code_verifier: verifier, resource }, change);
}

export async function refreshTokens(
  flow: Flow,
  refreshToken: string,
  change?: TokenRequestChange,
): Promise<TokenAnswer> {
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, resource: flow.resource };
  return askForTokens(flow, form, change);
}

function tokensIn(answer: McpAnswer): Tokens | undefined {
  const body = parseJson(answer.text);
  const textOf = (name: string) => {
    const value = memberOf(body, name);
    return typeof value === "string" ? value : undefined;
  };
  const accessToken = textOf("access_token");
  if (accessToken === undefined || answer.status >= 300) return undefined;
  return { accessToken, refreshToken: textOf("refresh_token"), scope: textOf("scope") };
}

/**
 * The tokens of a whole valid flow.
 * @throws {InconclusiveError} without any
 */
export async function newTokens(flow: Flow, scope?: string): Promise<Tokens> {
  const answer = await redeemCode(flow, await freshCode(flow, scope));
  return (
    answer.tokens ??
    throwInconclusive(`A valid request for tokens was answered ${describeMcpAnswer(answer)}.`)
  );
}

/** Checks once in a run that a valid request for authorization of a client brings a code. */
export async function provenCode(flow: Flow): Promise<void> {
  if (!hasTokens(flow)) await firstCode(flow.mcp, flow);
}

const firstCode = oncePerKey(
  ({ client }: Flow) => client.id,
  async (_mcp, flow: Flow) => void (await freshCode(flow)),
);

/** Whether a valid request of a client has brought tokens in the run so far. */
export function hasTokens({ mcp, client }: Flow): boolean {
  return tokenAnswers(mcp).some(
    ({ tokens, request }) => tokens && request.isProbe !== true && request.caller === client.id,
  );
}

/** Tokens with a refresh token that has not been used. */
export type Refreshable = Tokens & { readonly refreshToken: string };

/** @throws {InapplicableError} if the server gives no refresh token */
export async function refreshableTokens(flow: Flow, scope?: string): Promise<Refreshable> {
  const tokens = await newTokens(flow, scope);
  const { refreshToken } = tokens;
  return refreshToken === undefined
    ? throwInapplicable("The server gives no refresh token.")
    : { ...tokens, refreshToken };
}

function usualPlace(flow: Flow): "header" | "form" {
  const listed = methodsOf(flow);
  return listed.length === 0 || listed.includes("client_secret_basic") ? "header" : "form";
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
  if (endpoint === undefined) throwInapplicable("The server has no revocation endpoint.");
  if (!isServerUrl(flow.mcp.url, endpoint))
    throwInconclusive("The metadata names no revocation endpoint that a client may use.");
  const form = { token, ...(hint !== undefined && { token_type_hint: hint }) };
  const change = { label: "revoke", ...(as !== undefined && { as }) };
  return askForTokens({ ...flow, tokenEndpoint: endpoint }, form, change);
}
