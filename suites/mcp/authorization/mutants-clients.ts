import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { describingServer } from "../faults.ts";
import { changing, giving, instead, replacing, sayingYes } from "../../../lib/reference/changes.ts";

type Given = (name: string) => string | undefined;

/** A client with a secret. */
const isConfidential = ({ facts }: McpCall, id: string | null | undefined) =>
  facts.clients.find((client) => client.id === id)?.secret !== null;
const isRefreshing = ({ body }: McpCall) => body.includes("grant_type=refresh_token");

export const confidentialMutants = toMutants({
  "authorization.verifier": {
    "does-not-look-at-verifiers-beside-secrets": sayingYes("mcpServer.verifies", (call, promised) =>
      isConfidential(call, promised.client),
    ),
    "does-without-verifiers-beside-secrets": sayingYes(
      "mcpServer.verifies",
      (call, promised, verifier) => verifier === undefined && isConfidential(call, promised.client),
    ),
    "takes-a-verifier-for-nothing": ({ mcpServer }) => ({
      mcpServer: {
        problem: (call, given) => mcpServer.problem(call, withChallenge(call, given)),
        verifies: (call, promised, verifier) =>
          promised.challenge === "" || mcpServer.verifies(call, promised, verifier),
      },
    }),
    "burns-codes-and-does-not-look-at-verifiers": replacing(
      "mcpServer.verifies",
      (verifies) => (call, promised, verifier) => {
        const isRight = verifier === undefined || verifies(call, promised, verifier);
        if (!isRight) promised.isSpent = true;
        return isRight;
      },
    ),
  },
  "authorization.code-once": {
    "takes-codes-again-beside-secrets": sayingYes(
      "mcpServer.isFresh",
      (call, promised) => isConfidential(call, promised.client) && !isRefreshing(call),
    ),
  },
  "authorization.redirect-uri": {
    "knows-redirects-of-some-clients-by-their-beginning": sayingYes(
      "mcpServer.allowsRedirect",
      (_call, client, uri = "") => client.secret !== null && uri.startsWith(client.redirectUri),
    ),
  },
  "authorization.challenge-method": {
    "gives-some-clients-codes-for-any-challenge-method": replacing(
      "mcpServer.problem",
      (problem) => (call, given) =>
        given("code_challenge_method") === "S512" && isConfidential(call, given("client_id"))
          ? undefined
          : problem(call, given),
    ),
  },
  "authorization.wrong-secret": {
    "does-without-secrets": sayingYes(
      "mcpServer.authenticates",
      (_call, _client, shown) => shown === undefined,
    ),
    "does-without-secrets-to-refresh": sayingYes(
      "mcpServer.authenticates",
      (call, _client, shown) => shown === undefined && isRefreshing(call),
    ),
    "knows-secrets-by-their-beginning": sayingYes(
      "mcpServer.authenticates",
      (_call, client, shown) =>
        shown !== undefined && shown !== "" && client.secret?.startsWith(shown) === true,
    ),
    "accepts-secrets-with-a-suffix": sayingYes(
      "mcpServer.authenticates",
      (_call, client, shown) => client.secret !== null && shown?.startsWith(client.secret) === true,
    ),
    "does-not-look-at-secrets-in-forms": sayingYes("mcpServer.authenticates", (call) =>
      call.body.includes("client_secret="),
    ),
  },
  "authorization.token-client": {
    "refreshes-for-unknown-clients": replacing(
      "mcpServer.clientOf",
      (clientOf) => (call, id) =>
        clientOf(call, id) ?? (isRefreshing(call) ? call.facts.clients[0] : undefined),
    ),
  },
  "authorization.altered-refresh-token": {
    "refreshes-for-cut-tokens": replacing("mcpServer.refreshGrant", (refreshGrant) => (call, token) => {
      const known = [...call.state.refreshTokens].find(([one]) => token !== "" && one.startsWith(token));
      return refreshGrant(call, token) ?? known?.[1];
    }),
  },
  "authorization.token-answer": {
    "lets-answers-to-refreshes-be-stored": instead("mcpServer.tokenAnswer", (call, body) =>
      isRefreshing(call) ? Response.json(body) : undefined,
    ),
    "gives-tokens-of-no-type-beside-secrets": giving("mcpServer.tokenAnswer", (call, body) => [
      call,
      call.headers.has("authorization") ? { ...body, token_type: "none" } : body,
    ]),
  },
  "authorization.refresh-scope": {
    "widens-scopes-of-clients-with-sessions": only(
      { choices: { mcpEras: "handshake" } },
      replacing(
        "mcpServer.refreshedScopes",
        () =>
          (_call, { scopes }, asked) =>
            asked.length === 0 ? scopes : asked,
      ),
    ),
  },
  "authorization.loopback-port": {
    "fixes-the-port-of-a-loopback-redirect": instead(
      "mcpServer.allowsRedirect",
      (_call, client, uri) => uri === client.redirectUri,
    ),
  },
  "authorization.state-characters": {
    "cuts-long-states": giving("mcpServer.codeAnswer", (call, code, state) => [
      call,
      code,
      state?.slice(0, 64),
    ]),
  },
  "authorization.repeated-parameter": {
    "reads-one-of-two-response-types": overlooking("response_type"),
    "reads-one-of-two-code-challenges": overlooking("code_challenge"),
    "reads-one-of-two-code-challenge-methods": overlooking("code_challenge_method"),
  },
  "authorization.token-repeated-parameter": {
    "reads-one-of-two-client-ids-for-tokens": overlooking("client_id"),
    "reads-one-of-two-codes-for-tokens": overlooking("code"),
    "reads-one-of-two-grant-types-for-tokens": overlooking("grant_type"),
    "reads-one-of-two-redirect-uris-for-tokens": overlooking("redirect_uri"),
    "reads-one-of-two-refresh-tokens-for-tokens": overlooking("refresh_token"),
  },
});

export const answerMutants = toMutants({
  "authorization.code-flow": {
    "names-itself-and-does-not-announce-it": describingServer(() => ({
      authorization_response_iss_parameter_supported: false,
    })),
    "shows-the-challenge-beside-the-code": changing("mcpServer.codeAnswer", (usual, call) => ({
      ...usual,
      challenge: call.url.searchParams.get("code_challenge") ?? "",
    })),
    "sends-codes-to-the-root-of-the-client": changing("mcpServer.respond", (usual) => {
      const location = usual.headers.get("location") ?? "";
      return location.includes("?code=")
        ? new Response(null, { status: 302, headers: { location: location.replace("/callback", "/") } })
        : usual;
    }),
  },
  "authorization.challenge-method": {
    "calls-unknown-challenge-methods-another-error": instead("mcpServer.problem", (_call, given) =>
      given("code_challenge_method") === "S512" ? "server_error" : undefined,
    ),
  },
  "authorization.error-redirect": {
    "describes-errors-in-other-characters": changing("mcpServer.errorRedirect", (usual) => ({
      ...usual,
      error_description: "No \u201Cresponse type\u201D",
    })),
  },
});

/** A request of a confidential client, as if it had a challenge. */
function withChallenge(call: McpCall, given: Given): Given {
  const isWithout = given("code_challenge") === undefined && isConfidential(call, given("client_id"));
  const added: Readonly<Record<string, string>> = { code_challenge: "any", code_challenge_method: "S256" };
  return (name) => given(name) ?? (isWithout ? added[name] : undefined);
}

/** Reads the first of two parameters of this name. */
function overlooking(name: string): Change {
  return giving("mcpServer.isRepeated", (call, parameters) => [
    call,
    new URLSearchParams([...parameters].filter(([key]) => key !== name)),
  ]);
}
