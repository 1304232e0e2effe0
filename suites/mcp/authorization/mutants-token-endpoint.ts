import { REVOCATION_PATH } from "../../../lib/reference/mcp/places.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { changing, giving, replacing, sayingNo, sayingYes } from "../../../lib/reference/changes.ts";

const isFor = (body: string, grant: string) => new URLSearchParams(body).get("grant_type") === grant;

/** Members of an answer with tokens that are something else. */
function sending(members: Readonly<Record<string, unknown>>): Change {
  return giving("mcpServer.tokenAnswer", (call, body) => [call, { ...body, ...members }]);
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
    "takes-any-grant-type-for-a-code": sayingYes("mcpServer.supports", (_call, type) => type !== undefined),
    "does-without-a-grant-type": sayingYes("mcpServer.supports", (_call, type) => type === undefined),
    "fails-at-unknown-grants": giving("mcpServer.errorAnswer", (call, problem) => [
      call,
      problem.error === "unsupported_grant_type" ? { ...problem, status: 500 } : problem,
    ]),
  },
  "authorization.token-client": {
    "gives-tokens-to-unknown-clients": replacing(
      "mcpServer.clientOf",
      (clientOf) => (call, id) =>
        clientOf(call, id) ?? (call.url.pathname === "/oauth/token" ? call.facts.clients[0] : undefined),
    ),
    "does-without-the-id-of-a-client": replacing(
      "mcpServer.clientOf",
      (clientOf) => (call, id) =>
        id === undefined && call.url.pathname === "/oauth/token" ? call.facts.clients[0] : clientOf(call, id),
    ),
  },
  "authorization.token-redirect-uri": {
    "does-not-compare-redirects-again": giving("mcpServer.isFor", (call, promised, client) => [
      call,
      promised,
      client,
    ]),
  },
  "authorization.token-repeated-parameter": {
    "reads-the-first-of-two-members": sayingNo("mcpServer.isRepeated", (call) => call.method !== "GET"),
  },
  "authorization.token-error-form": {
    "describes-errors-in-objects": replacing("mcpServer.errorAnswer", (errorAnswer) => (call, problem) => {
      const { status, headers } = errorAnswer(call, problem);
      const body = { error: problem.error, error_description: { en: "No" } };
      return Response.json(body, { status, headers });
    }),
    "quotes-what-is-wrong": giving("mcpServer.errorAnswer", (call, problem) => [
      call,
      { ...problem, error: `${problem.error} "${call.method}"` },
    ]),
  },
  "authorization.invalid-grant": {
    "calls-bad-codes-bad-requests": giving("mcpServer.errorAnswer", (call, problem) => [
      call,
      problem.error === "invalid_grant" ? { ...problem, error: "invalid_request" } : problem,
    ]),
  },
  "authorization.refresh": {
    "gives-refresh-tokens-that-are-of-no-use": sayingNo("mcpServer.isFresh", (call) =>
      isFor(call.body, "refresh_token"),
    ),
    "refreshes-for-tokens-that-are-of-no-use": giving("mcpServer.tokenAnswer", (call, body) => [
      call,
      isFor(call.body, "refresh_token") ? { ...body, access_token: "of-no-use-any-more" } : body,
    ]),
  },
});

export const refreshMutants = toMutants({
  "authorization.refresh-scope": {
    "widens-scopes-when-it-refreshes-without-a-scope": replacing(
      "mcpServer.refreshedScopes",
      (refreshedScopes) => (call, promised, asked) =>
        asked.length === 0 ? call.facts.scopes.readWrite : refreshedScopes(call, promised, asked),
    ),
  },
  "authorization.refresh-rotates": {
    "gives-back-the-refresh-token-that-was-used": replacing(
      "mcpServer.tokenAnswer",
      (tokenAnswer) => (call, body) => {
        const used = new URLSearchParams(call.body).get("refresh_token");
        return tokenAnswer(call, used === null ? body : { ...body, refresh_token: used });
      },
    ),
  },
  "authorization.code-flow": {
    "sends-codes-in-the-fragment": changing("mcpServer.respond", (usual) => {
      const location = usual.headers.get("location");
      if (location?.includes("?code=") !== true) return usual;
      return new Response(null, { status: 302, headers: { location: location.replace("?", "#") } });
    }),
  },
});

export const revocationMutants = toMutants({
  "authorization.revoked-refresh-token": {
    "says-that-it-revokes-refresh-tokens": replacing(
      "mcpServer.revoke",
      (revoke) => (call, token, promised) =>
        call.state.refreshTokens.has(token) ? undefined : revoke(call, token, promised),
    ),
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
    "keeps-access-tokens-alive": replacing(
      "mcpServer.revoke",
      (revoke) => (call, token, promised) =>
        call.state.grants.has(token) ? undefined : revoke(call, token, promised),
    ),
  },
  "authorization.revocation-wrong-secret": {
    "revokes-with-any-secret": sayingYes(
      "mcpServer.authenticates",
      (call) => call.url.pathname === REVOCATION_PATH,
    ),
  },
  "authorization.revocation-of-another-client": {
    "revokes-for-any-client": sayingYes("mcpServer.mayRevoke"),
  },
});
