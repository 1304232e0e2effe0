import { createHash, createHmac, createPublicKey, randomBytes } from "node:crypto";
import type { McpCall } from "../mcp/mcp-call.ts";
import type { ReferenceClient } from "../mcp/mcp-options.ts";
import type { Grant, Promised } from "../mcp/mcp-state.ts";
import {
  AUTHORIZE_PATH,
  CONSENT_PATH,
  KEYS_PATH,
  MCP_PATH,
  placesOf,
  REVOCATION_PATH,
  TOKEN_PATH,
} from "../mcp/places.ts";

/** The parameters of a request, each of them given once or not at all. */
export type Given = (name: string) => string | undefined;

export interface OauthError {
  readonly error: string;
  readonly status: number;
}

const NO_STORE = { "cache-control": "no-store" };
/** The public key that clients verify the signatures of the server with. */
export const PUBLIC_KEY = {
  kty: "EC",
  crv: "P-256",
  x: "-Rt2NARF1KGZadqw6bUdbS3NGAnXgDhdmzQg1h4pPaU",
  y: "_-mhR7wxC0rBJKFk4gTSEZlgj0F0JtUsyqOlttjdqrE",
} as const;
/** The same key as text. */
export const PUBLIC_KEY_TEXT = String(
  createPublicKey({ key: PUBLIC_KEY, format: "jwk" }).export({ type: "spki", format: "pem" }),
);
/** Signs the tokens that are JSON Web Tokens. The service accepts only tokens that it has stored. */
const SIGNING_KEY = "reference";

/** The authorization server of the MCP service (§5.5): OAuth 2.1, code with PKCE, consent without a question. */
export const mcpServerRules = {
  metadata(call: McpCall): Readonly<Record<string, unknown>> {
    const { issuer, origin } = placesOf(call);
    const { choices, facts } = call;
    return {
      issuer,
      authorization_endpoint: `${origin}${AUTHORIZE_PATH}`,
      token_endpoint: `${origin}${TOKEN_PATH}`,
      response_types_supported: ["code"],
      grant_types_supported: [
        "authorization_code",
        ...(choices.mcpRefreshTokens === "none" ? [] : ["refresh_token"]),
      ],
      code_challenge_methods_supported:
        choices.mcpPlainChallenge === "advertised" ? ["S256", "plain"] : ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      scopes_supported: [...new Set([...facts.scopes.readOnly, ...facts.scopes.readWrite])],
      client_id_metadata_document_supported: true,
      ...(choices.mcpRevocation !== "none" && {
        revocation_endpoint: `${origin}${REVOCATION_PATH}`,
        revocation_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      }),
      ...(choices.mcpIss === "sent" && { authorization_response_iss_parameter_supported: true }),
      jwks_uri: `${origin}${KEYS_PATH}`,
      ...(choices.mcpServerMetadata !== "rfc8414" && {
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
      }),
    };
  },
  metadataAnswer: (call: McpCall) => Response.json(call.rules.mcpServer.metadata(call)),
  clientOf: ({ facts }: McpCall, id: string | undefined) => facts.clients.find((client) => client.id === id),
  allowsRedirect: (_call: McpCall, client: ReferenceClient, uri: string | undefined) =>
    uri !== undefined && sameRedirect(client.redirectUri, uri),
  /** The error in a request for authorization of a known client. */
  problem({ choices }: McpCall, given: Given): string | undefined {
    const type = given("response_type");
    if (type === undefined) return "invalid_request";
    if (type !== "code") return "unsupported_response_type";
    if (given("code_challenge") === undefined) return "invalid_request";
    if (choices.mcpAbsentScope === "refused" && given("scope") === undefined) return "invalid_scope";
    const method = given("code_challenge_method") ?? "plain";
    const isPlain = method === "plain" && choices.mcpPlainChallenge === "advertised";
    return method === "S256" || isPlain ? undefined : "invalid_request";
  },
  isRepeated: (_call: McpCall, parameters: URLSearchParams) =>
    [...parameters.keys()].length > new Set(parameters.keys()).size,
  granted: ({ facts }: McpCall, asked: readonly string[]): readonly string[] => {
    const known = [...facts.scopes.readOnly, ...facts.scopes.readWrite];
    return asked.length === 0 ? facts.scopes.readOnly : asked.filter((scope) => known.includes(scope));
  },
  /** The parameters that lead back to the client with a code. */
  codeAnswer: (call: McpCall, code: string, state: string | undefined): Record<string, string> => ({
    code,
    ...(state !== undefined && { state }),
    ...(call.choices.mcpIss === "sent" && { iss: placesOf(call).issuer }),
  }),
  /** The parameters that lead back to the client without one. */
  errorRedirect: (call: McpCall, error: string, state: string | undefined): Record<string, string> => ({
    error,
    ...(state !== undefined && { state }),
    ...(call.choices.mcpIss === "sent" && { iss: placesOf(call).issuer }),
  }),
  /** Why a client is not who it says. */
  authenticates: (_call: McpCall, client: ReferenceClient, secret: string | undefined) =>
    client.secret === null || client.secret === secret,
  verifies(_call: McpCall, { challenge, method }: Promised, verifier: string | undefined) {
    if (verifier === undefined) return false;
    return challenge === (method === "plain" ? verifier : s256(verifier));
  },
  /** Whether what was promised may be had by this client, under this redirect URI. */
  isFor: (_call: McpCall, promised: Promised, client: ReferenceClient, redirectUri?: string) =>
    promised.client === client.id && (redirectUri === undefined || redirectUri === promised.redirectUri),
  refreshGrant: ({ state }: McpCall, token: string) => state.refreshTokens.get(token),
  isFresh: (call: McpCall, promised: Promised) => !promised.isSpent && promised.expiresAt > call.now(),
  replayed(call: McpCall, promised: Promised): void {
    if (call.choices.mcpReplay === "revokes-all") endGrantsOf(call, promised.client);
    if (call.choices.mcpReplay !== "revokes") return;
    for (const token of promised.issued) {
      const grant = call.state.grants.get(token);
      if (grant !== undefined) call.state.grants.set(token, { ...grant, isRevoked: true });
      const refresh = call.state.refreshTokens.get(token);
      if (refresh !== undefined) refresh.isSpent = true;
    }
  },
  refreshedScopes({ choices }: McpCall, { scopes }: Promised, asked: readonly string[]) {
    const inside = asked.filter((scope) => scopes.includes(scope));
    if (inside.length < asked.length && choices.mcpNarrowedScope === "refused") return undefined;
    return asked.length === 0 ? scopes : inside;
  },
  /** Whether a refresh token dies when it is used. */
  rotates: (_call: McpCall) => true,
  mayRevoke: (_call: McpCall, promised: Promised, client: ReferenceClient) => promised.client === client.id,
  /** Makes an access token, or a refresh token and what came of it, invalid. */
  revoke(call: McpCall, token: string, _promised: Promised) {
    const { grants, refreshTokens } = call.state;
    const refresh = refreshTokens.get(token);
    if (refresh !== undefined) refresh.isSpent = true;
    for (const one of refresh === undefined ? [token] : refresh.issued) {
      const grant = grants.get(one);
      if (grant !== undefined) grants.set(one, { ...grant, isRevoked: true });
    }
  },
  supports: (_call: McpCall, type: string | undefined) =>
    type === "authorization_code" || type === "refresh_token",
  /** A new access token of a grant. */
  mint(call: McpCall, { scopes, subject, expiresAt }: Omit<Grant, "token">) {
    if (call.choices.mcpTokenFormat === "opaque") return `at-${random()}`;
    const { issuer, origin } = placesOf(call);
    const claims = {
      iss: issuer,
      aud: `${origin}${MCP_PATH}`,
      sub: subject,
      scope: scopes.join(" "),
      exp: Math.floor(expiresAt / 1000),
      jti: random(),
    };
    const signed = `${base64({ alg: "HS256", typ: "at+jwt" })}.${base64(claims)}`;
    return `${signed}.${signatureOf(signed, SIGNING_KEY)}`;
  },
  tokenAnswer: (_call: McpCall, body: Readonly<Record<string, unknown>>) =>
    Response.json(body, { headers: NO_STORE }),
  errorAnswer(call: McpCall, { error, status }: OauthError) {
    const isBasic = /^basic /i.test(call.headers.get("authorization") ?? "");
    const challenge = status === 401 && isBasic ? { "www-authenticate": 'Basic realm="tokens"' } : {};
    return Response.json({ error }, { status, headers: { ...NO_STORE, ...challenge } });
  },
  /** The last look at every answer of the server. */
  respond: (_call: McpCall, response: Response): Response | Promise<Response> => response,
};

/** The signature HS256 of the header and the claims of a token. */
export function signatureOf(signed: string, key: string): string {
  return createHmac("sha256", key).update(signed).digest("base64url");
}

/** Makes all tokens of a client invalid. */
export function endGrantsOf({ state: { grants, refreshTokens } }: McpCall, client: string): void {
  for (const grant of [...grants.values()].filter(({ subject }) => subject === client))
    grants.set(grant.token, { ...grant, isRevoked: true });
  for (const refresh of refreshTokens.values()) if (refresh.client === client) refresh.isSpent = true;
}

/** The SHA-256 of a verifier, as a challenge shows it. */
export function s256(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

export function random(): string {
  return randomBytes(18).toString("base64url");
}

/** Whether a path belongs to the authorization server. */
export function isOfServer(path: string): boolean {
  return [AUTHORIZE_PATH, CONSENT_PATH, TOKEN_PATH, REVOCATION_PATH, KEYS_PATH].includes(path);
}

/** Character for character, but for the port of a loopback address. */
function sameRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d+)?(\/.*)?$/;
  const [ours, theirs] = [loopback.exec(registered), loopback.exec(given)];
  return ours !== null && theirs !== null && ours[1] === theirs[1] && ours[2] === theirs[2];
}

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
