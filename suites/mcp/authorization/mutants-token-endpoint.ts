import { REVOCATION_PATH } from "../../../lib/reference/mcp/places.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";

const isFor = (body: string, grant: string) => new URLSearchParams(body).get("grant_type") === grant;

/** Members of an answer with tokens that are something else. */
function sending(members: Readonly<Record<string, unknown>>): Change {
  return ({ mcpServer }) => ({
    mcpServer: { tokenAnswer: (call, body) => mcpServer.tokenAnswer(call, { ...body, ...members }) },
  });
}

/** A token for a request that is refused by its grant type. */
function granting(isMeant: (body: string) => boolean): Change {
  return ({ mcpServer }) => ({
    mcpServer: {
      errorAnswer: (call, problem) =>
        call.url.pathname === "/oauth/token" && isMeant(call.body)
          ? mcpServer.tokenAnswer(call, { access_token: "for-whatever-was-asked", token_type: "Bearer" })
          : mcpServer.errorAnswer(call, problem),
    },
  });
}

export const tokenEndpointMutants = toMutants({
  "authorization.token-form": {
    "says-in-words-how-long-tokens-live": sending({ expires_in: "3600" }),
    "gives-tokens-that-have-expired": sending({ expires_in: 0 }),
    "lists-the-scopes-of-a-token": sending({ scope: ["cards:read"] }),
  },
  "authorization.no-client-credentials": {
    "gives-tokens-to-public-clients-alone": granting((body) => isFor(body, "client_credentials")),
  },
  "authorization.unknown-grant": {
    "gives-tokens-for-any-grant": granting(
      (body) => isFor(body, "urn:conformance:no-such-grant") || !body.includes("grant_type="),
    ),
    "takes-any-grant-type-for-a-code": ({ mcpServer }) => ({
      mcpServer: { supports: (call, type) => type !== undefined || mcpServer.supports(call, type) },
    }),
    "does-without-a-grant-type": ({ mcpServer }) => ({
      mcpServer: { supports: (call, type) => type === undefined || mcpServer.supports(call, type) },
    }),
    "fails-at-unknown-grants": ({ mcpServer }) => ({
      mcpServer: {
        errorAnswer: (call, problem) =>
          mcpServer.errorAnswer(
            call,
            problem.error === "unsupported_grant_type" ? { ...problem, status: 500 } : problem,
          ),
      },
    }),
  },
  "authorization.token-client": {
    "gives-tokens-to-unknown-clients": ({ mcpServer }) => ({
      mcpServer: {
        clientOf: (call, id) =>
          mcpServer.clientOf(call, id) ??
          (call.url.pathname === "/oauth/token" ? call.facts.clients[0] : undefined),
      },
    }),
    "does-without-the-id-of-a-client": ({ mcpServer }) => ({
      mcpServer: {
        clientOf: (call, id) =>
          id === undefined && call.url.pathname === "/oauth/token"
            ? call.facts.clients[0]
            : mcpServer.clientOf(call, id),
      },
    }),
  },
  "authorization.token-redirect-uri": {
    "does-not-compare-redirects-again": ({ mcpServer }) => ({
      mcpServer: { isFor: (call, promised, client) => mcpServer.isFor(call, promised, client) },
    }),
  },
  "authorization.token-repeated-parameter": {
    "reads-the-first-of-two-members": ({ mcpServer }) => ({
      mcpServer: {
        isRepeated: (call, parameters) => call.method === "GET" && mcpServer.isRepeated(call, parameters),
      },
    }),
  },
  "authorization.token-error-form": {
    "describes-errors-in-objects": ({ mcpServer }) => ({
      mcpServer: {
        errorAnswer: (call, problem) => {
          const { status, headers } = mcpServer.errorAnswer(call, problem);
          const body = { error: problem.error, error_description: { en: "No" } };
          return Response.json(body, { status, headers });
        },
      },
    }),
    "quotes-what-is-wrong": ({ mcpServer }) => ({
      mcpServer: {
        errorAnswer: (call, problem) =>
          mcpServer.errorAnswer(call, { ...problem, error: `${problem.error} "${call.method}"` }),
      },
    }),
  },
  "authorization.invalid-grant": {
    "calls-bad-codes-bad-requests": ({ mcpServer }) => ({
      mcpServer: {
        errorAnswer: (call, problem) =>
          mcpServer.errorAnswer(
            call,
            problem.error === "invalid_grant" ? { ...problem, error: "invalid_request" } : problem,
          ),
      },
    }),
  },
  "authorization.refresh": {
    "gives-refresh-tokens-that-are-of-no-use": ({ mcpServer }) => ({
      mcpServer: {
        isFresh: (call, promised) => !isFor(call.body, "refresh_token") && mcpServer.isFresh(call, promised),
      },
    }),
    "refreshes-for-tokens-that-are-of-no-use": ({ mcpServer }) => ({
      mcpServer: {
        tokenAnswer: (call, body) =>
          mcpServer.tokenAnswer(
            call,
            isFor(call.body, "refresh_token") ? { ...body, access_token: "of-no-use-any-more" } : body,
          ),
      },
    }),
  },
});

export const refreshMutants = toMutants({
  "authorization.refresh-scope": {
    "widens-scopes-when-it-refreshes-without-a-scope": ({ mcpServer }) => ({
      mcpServer: {
        refreshedScopes: (call, promised, asked) =>
          asked.length === 0 ? call.facts.scopes.readWrite : mcpServer.refreshedScopes(call, promised, asked),
      },
    }),
  },
  "authorization.refresh-rotates": {
    "gives-back-the-refresh-token-that-was-used": ({ mcpServer }) => ({
      mcpServer: {
        tokenAnswer: (call, body) => {
          const used = new URLSearchParams(call.body).get("refresh_token");
          return mcpServer.tokenAnswer(call, used === null ? body : { ...body, refresh_token: used });
        },
      },
    }),
  },
  "authorization.code-flow": {
    "sends-codes-in-the-fragment": ({ mcpServer }) => ({
      mcpServer: {
        respond: async (call, response) => {
          const usual = await mcpServer.respond(call, response);
          const location = usual.headers.get("location");
          if (location?.includes("?code=") !== true) return usual;
          return new Response(null, { status: 302, headers: { location: location.replace("?", "#") } });
        },
      },
    }),
  },
});

export const revocationMutants = toMutants({
  "authorization.revoked-refresh-token": {
    "says-that-it-revokes-refresh-tokens": ({ mcpServer }) => ({
      mcpServer: {
        revoke: (call, token, promised) =>
          call.state.refreshTokens.has(token) ? undefined : mcpServer.revoke(call, token, promised),
      },
    }),
  },
  "authorization.revocation-of-nothing": {
    "fails-to-revoke-nothing": ({ mcpServer }) => ({
      mcpServer: {
        respond: (call, response) =>
          call.body.includes("token=conformance-no-such-token")
            ? mcpServer.errorAnswer(call, { error: "invalid_grant", status: 400 })
            : mcpServer.respond(call, response),
      },
    }),
  },
  "authorization.revoked-access-token": {
    "keeps-access-tokens-alive": ({ mcpServer }) => ({
      mcpServer: {
        revoke: (call, token, promised) =>
          call.state.grants.has(token) ? undefined : mcpServer.revoke(call, token, promised),
      },
    }),
  },
  "authorization.revocation-wrong-secret": {
    "revokes-with-any-secret": ({ mcpServer }) => ({
      mcpServer: {
        authenticates: (call, client, secret) =>
          call.url.pathname === REVOCATION_PATH || mcpServer.authenticates(call, client, secret),
      },
    }),
  },
  "authorization.revocation-of-another-client": {
    "revokes-for-any-client": () => ({
      mcpServer: { mayRevoke: () => true },
    }),
  },
});
