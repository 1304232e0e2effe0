import { endGrantsOf, random, type OauthError } from "../rules/mcp-server.ts";
import { valueIn, words } from "./authorize.ts";
import type { McpCall } from "./mcp-call.ts";
import type { ReferenceClient } from "./mcp-options.ts";
import type { Promised } from "./mcp-state.ts";

const TOKEN_LIFETIME_MS = 3_600_000;
const GONE: Outcome = { problem: { error: "invalid_grant", status: 400 } };

/** The token endpoint: a code or a refresh token for an access token. */
export function exchangeTokens(call: McpCall): Response {
  const { mcpServer } = call.rules;
  const form = new URLSearchParams(call.body);
  const problem = mcpServer.isRepeated(call, form) ? invalid("invalid_request") : undefined;
  if (problem !== undefined) return mcpServer.errorAnswer(call, problem);
  const given = (name: string) => valueIn(form, name);
  const type = given("grant_type");
  if (!mcpServer.supports(call, type)) return mcpServer.errorAnswer(call, invalid("unsupported_grant_type"));
  const client = clientOf(call, form);
  if (client === undefined) return invalidClient(call);
  const outcome = type === "refresh_token" ? refreshed(call, client, form) : redeemed(call, client, form);
  return "problem" in outcome
    ? mcpServer.errorAnswer(call, outcome.problem)
    : mcpServer.tokenAnswer(call, outcome.given);
}

/** The tokens, or the error that prevented them. */
type Outcome = { readonly problem: OauthError } | { readonly given: Readonly<Record<string, unknown>> };

function redeemed(call: McpCall, client: ReferenceClient, form: URLSearchParams): Outcome {
  const { mcpServer } = call.rules;
  const promised = call.state.codes.get(form.get("code") ?? "");
  const redirectUri = form.get("redirect_uri") ?? undefined;
  if (promised === undefined) return GONE;
  if (!mcpServer.isFor(call, promised, client, redirectUri)) return misused(call, promised);
  if (!mcpServer.verifies(call, promised, form.get("code_verifier") ?? undefined))
    return misused(call, promised);
  if (!mcpServer.isFresh(call, promised)) {
    mcpServer.replayed(call, promised);
    return GONE;
  }
  promised.isSpent = true;
  return issue(call, promised, promised.scopes);
}

function refreshed(call: McpCall, client: ReferenceClient, form: URLSearchParams): Outcome {
  const { mcpServer } = call.rules;
  const promised = mcpServer.refreshGrant(call, form.get("refresh_token") ?? "");
  if (promised === undefined) return GONE;
  if (!mcpServer.isFor(call, promised, client)) return misused(call, promised);
  if (!mcpServer.isFresh(call, promised)) {
    mcpServer.replayed(call, promised);
    return GONE;
  }
  const scopes = mcpServer.refreshedScopes(call, promised, words(form.get("scope") ?? undefined));
  if (scopes === undefined) return { problem: invalid("invalid_scope") };
  if (mcpServer.rotates(call)) promised.isSpent = true;
  return issue(call, promised, scopes);
}

function misused({ choices }: McpCall, promised: Promised): Outcome {
  if (choices.mcpWrongUse === "spends") promised.isSpent = true;
  return GONE;
}

function issue(call: McpCall, promised: Promised, scopes: readonly string[]): Outcome {
  const { state, rules, choices } = call;
  const expiresAt = call.now() + TOKEN_LIFETIME_MS;
  if (choices.mcpGrants === "newest") endGrantsOf(call, promised.client);
  const grant = {
    scopes,
    subject: promised.client,
    resource: promised.resource,
    issuer: "ours",
    expiresAt,
    isRevoked: false,
  } as const;
  const token = rules.mcpServer.mint(call, grant);
  state.grants.set(token, { ...grant, token });
  promised.issued.push(token);
  const refresh = choices.mcpRefreshTokens === "none" ? undefined : `rt-${random()}`;
  if (refresh !== undefined) {
    const lifetime = { expiresAt: call.now() + 24 * TOKEN_LIFETIME_MS, isSpent: false };
    state.refreshTokens.set(refresh, { ...promised, ...lifetime });
    promised.issued.push(refresh);
  }
  return {
    given: {
      access_token: token,
      token_type: "Bearer",
      expires_in: TOKEN_LIFETIME_MS / 1000,
      scope: scopes.join(" "),
      ...(refresh !== undefined && { refresh_token: refresh }),
    },
  };
}

/** The answer to whoever is not the client that it says. */
export function invalidClient(call: McpCall): Response {
  const isBasic = /^basic /i.test(call.headers.get("authorization") ?? "");
  const status = call.choices.mcpInvalidClient === "401" || isBasic ? 401 : 400;
  return call.rules.mcpServer.errorAnswer(call, { error: "invalid_client", status });
}

/** The client that a request comes from, when it is who it says. */
export function clientOf(call: McpCall, form: URLSearchParams): ReferenceClient | undefined {
  const [, encoded] = /^basic +(\S+)$/i.exec(call.headers.get("authorization") ?? "") ?? [];
  const basic = encoded === undefined ? [] : Buffer.from(encoded, "base64").toString().split(":");
  const [id, secret] = basic.map(decodeURIComponent);
  const { mcpServer } = call.rules;
  const client = mcpServer.clientOf(call, id ?? form.get("client_id") ?? undefined);
  if (client === undefined) return undefined;
  const shown = secret ?? form.get("client_secret") ?? undefined;
  return mcpServer.authenticates(call, client, shown) ? client : undefined;
}

function invalid(error: string): OauthError {
  return { error, status: 400 };
}
