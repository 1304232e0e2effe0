import { REVOCATION_PATH } from "../../../lib/reference/mcp/places.ts";
import { mutant } from "../../../lib/reference/mutant.ts";

const isFor = (body: string, grant: string) => new URLSearchParams(body).get("grant_type") === grant;

/** Members of an answer with tokens that are something else. */
function sending(name: string, members: Readonly<Record<string, unknown>>) {
  return mutant(name, "authorization.token-form", ({ mcpServer }) => ({
    mcpServer: { tokenAnswer: (call, body) => mcpServer.tokenAnswer(call, { ...body, ...members }) },
  }));
}

/** A token for a request that is refused by its grant type. */
function granting(name: string, breaks: string, isMeant: (body: string) => boolean) {
  return mutant(name, breaks, ({ mcpServer }) => ({
    mcpServer: {
      errorAnswer: (call, problem) =>
        call.url.pathname === "/oauth/token" && isMeant(call.body)
          ? mcpServer.tokenAnswer(call, { access_token: "for-whatever-was-asked", token_type: "Bearer" })
          : mcpServer.errorAnswer(call, problem),
    },
  }));
}

export const tokenEndpointMutants = [
  sending("says-in-words-how-long-tokens-live", { expires_in: "3600" }),
  sending("gives-tokens-that-have-expired", { expires_in: 0 }),
  sending("lists-the-scopes-of-a-token", { scope: ["cards:read"] }),
  granting("gives-tokens-to-public-clients-alone", "authorization.no-client-credentials", (body) =>
    isFor(body, "client_credentials"),
  ),
  granting(
    "gives-tokens-for-any-grant",
    "authorization.unknown-grant",
    (body) => isFor(body, "urn:conformance:no-such-grant") || !body.includes("grant_type="),
  ),
  mutant("takes-any-grant-type-for-a-code", "authorization.unknown-grant", ({ mcpServer }) => ({
    mcpServer: { supports: (call, type) => type !== undefined || mcpServer.supports(call, type) },
  })),
  mutant("does-without-a-grant-type", "authorization.unknown-grant", ({ mcpServer }) => ({
    mcpServer: { supports: (call, type) => type === undefined || mcpServer.supports(call, type) },
  })),
  mutant("fails-at-unknown-grants", "authorization.unknown-grant", ({ mcpServer }) => ({
    mcpServer: {
      errorAnswer: (call, problem) =>
        mcpServer.errorAnswer(
          call,
          problem.error === "unsupported_grant_type" ? { ...problem, status: 500 } : problem,
        ),
    },
  })),
  mutant("gives-tokens-to-unknown-clients", "authorization.token-client", ({ mcpServer }) => ({
    mcpServer: {
      clientOf: (call, id) =>
        mcpServer.clientOf(call, id) ??
        (call.url.pathname === "/oauth/token" ? call.facts.clients[0] : undefined),
    },
  })),
  mutant("does-without-the-id-of-a-client", "authorization.token-client", ({ mcpServer }) => ({
    mcpServer: {
      clientOf: (call, id) =>
        id === undefined && call.url.pathname === "/oauth/token"
          ? call.facts.clients[0]
          : mcpServer.clientOf(call, id),
    },
  })),
  mutant("does-not-compare-redirects-again", "authorization.token-redirect-uri", ({ mcpServer }) => ({
    mcpServer: { isFor: (call, promised, client) => mcpServer.isFor(call, promised, client) },
  })),
  mutant("reads-the-first-of-two-members", "authorization.token-repeated-parameter", ({ mcpServer }) => ({
    mcpServer: {
      isRepeated: (call, parameters) => call.method === "GET" && mcpServer.isRepeated(call, parameters),
    },
  })),
  mutant("describes-errors-in-objects", "authorization.token-error-form", ({ mcpServer }) => ({
    mcpServer: {
      errorAnswer: (call, problem) => {
        const { status, headers } = mcpServer.errorAnswer(call, problem);
        const body = { error: problem.error, error_description: { en: "No" } };
        return Response.json(body, { status, headers });
      },
    },
  })),
  mutant("quotes-what-is-wrong", "authorization.token-error-form", ({ mcpServer }) => ({
    mcpServer: {
      errorAnswer: (call, problem) =>
        mcpServer.errorAnswer(call, { ...problem, error: `${problem.error} "${call.method}"` }),
    },
  })),
  mutant("calls-bad-codes-bad-requests", "authorization.invalid-grant", ({ mcpServer }) => ({
    mcpServer: {
      errorAnswer: (call, problem) =>
        mcpServer.errorAnswer(
          call,
          problem.error === "invalid_grant" ? { ...problem, error: "invalid_request" } : problem,
        ),
    },
  })),
  mutant("gives-refresh-tokens-that-are-of-no-use", "authorization.refresh", ({ mcpServer }) => ({
    mcpServer: {
      isFresh: (call, promised) => !isFor(call.body, "refresh_token") && mcpServer.isFresh(call, promised),
    },
  })),
  mutant("refreshes-for-tokens-that-are-of-no-use", "authorization.refresh", ({ mcpServer }) => ({
    mcpServer: {
      tokenAnswer: (call, body) =>
        mcpServer.tokenAnswer(
          call,
          isFor(call.body, "refresh_token") ? { ...body, access_token: "of-no-use-any-more" } : body,
        ),
    },
  })),
];

export const refreshMutants = [
  mutant(
    "widens-scopes-when-it-refreshes-without-a-scope",
    "authorization.refresh-scope",
    ({ mcpServer }) => ({
      mcpServer: {
        refreshedScopes: (call, promised, asked) =>
          asked.length === 0 ? call.facts.scopes.readWrite : mcpServer.refreshedScopes(call, promised, asked),
      },
    }),
  ),
  mutant("gives-back-the-refresh-token-that-was-used", "authorization.refresh-rotates", ({ mcpServer }) => ({
    mcpServer: {
      tokenAnswer: (call, body) => {
        const used = new URLSearchParams(call.body).get("refresh_token");
        return mcpServer.tokenAnswer(call, used === null ? body : { ...body, refresh_token: used });
      },
    },
  })),
  mutant("sends-codes-in-the-fragment", "authorization.code-flow", ({ mcpServer }) => ({
    mcpServer: {
      respond: async (call, response) => {
        const usual = await mcpServer.respond(call, response);
        const location = usual.headers.get("location");
        if (location?.includes("?code=") !== true) return usual;
        return new Response(null, { status: 302, headers: { location: location.replace("?", "#") } });
      },
    },
  })),
];

export const revocationMutants = [
  mutant("says-that-it-revokes-refresh-tokens", "authorization.revoked-refresh-token", ({ mcpServer }) => ({
    mcpServer: {
      revoke: (call, token, promised) =>
        call.state.refreshTokens.has(token) ? undefined : mcpServer.revoke(call, token, promised),
    },
  })),
  mutant("fails-to-revoke-nothing", "authorization.revocation-of-nothing", ({ mcpServer }) => ({
    mcpServer: {
      respond: (call, response) =>
        call.body.includes("token=conformance-no-such-token")
          ? mcpServer.errorAnswer(call, { error: "invalid_grant", status: 400 })
          : mcpServer.respond(call, response),
    },
  })),
  mutant("keeps-access-tokens-alive", "authorization.revoked-access-token", ({ mcpServer }) => ({
    mcpServer: {
      revoke: (call, token, promised) =>
        call.state.grants.has(token) ? undefined : mcpServer.revoke(call, token, promised),
    },
  })),
  mutant("revokes-with-any-secret", "authorization.revocation-wrong-secret", ({ mcpServer }) => ({
    mcpServer: {
      authenticates: (call, client, secret) =>
        call.url.pathname === REVOCATION_PATH || mcpServer.authenticates(call, client, secret),
    },
  })),
  mutant("revokes-for-any-client", "authorization.revocation-of-another-client", () => ({
    mcpServer: { mayRevoke: () => true },
  })),
];
