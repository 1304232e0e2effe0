import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { describingServer, withStatus } from "../faults.ts";
import { changing, giving, instead, replacing, sayingNo, sayingYes } from "../../../lib/reference/changes.ts";

/** A code for a request with this problem. */
function overlooks(problem: (given: (name: string) => string | undefined) => boolean): Change {
  return replacing(
    "mcpServer.problem",
    (usual) => (call, given) => (problem(given) ? undefined : usual(call, given)),
  );
}

/** Allows further redirect URIs besides the registered one and its ports. */
function allowing(isAllowed: (registered: string, uri: string) => boolean): Change {
  return sayingYes("mcpServer.allowsRedirect", (_call, client, uri = "") =>
    isAllowed(client.redirectUri, uri),
  );
}

export const authorizationMutants = toMutants({
  "authorization.code-flow": {
    "forgets-the-state": replacing(
      "mcpServer.codeAnswer",
      (codeAnswer) => (call, code) => codeAnswer(call, code, undefined),
    ),
    "writes-the-state-in-other-letters": giving("mcpServer.codeAnswer", (call, code, state) => [
      call,
      code,
      state?.toUpperCase(),
    ]),
    "names-another-issuer-with-its-codes": changing("mcpServer.codeAnswer", (usual) => ({
      ...usual,
      iss: "https://login.issuer.example",
    })),
    "announces-a-name-and-gives-none": replacing(
      "mcpServer.codeAnswer",
      (codeAnswer) => (call, code, state) => {
        const { iss: _, ...others } = codeAnswer(call, code, state);
        return others;
      },
    ),
    "mints-tokens-that-are-of-no-use": instead("mcpServer.tokenAnswer", (_call, body) =>
      Response.json(
        { ...body, access_token: "of-no-use-at-all" },
        { headers: { "cache-control": "no-store" } },
      ),
    ),
  },
  "authorization.challenge-needed": {
    "gives-codes-without-a-challenge": overlooks((given) => given("code_challenge") === undefined),
    "gives-codes-for-empty-challenges": replacing(
      "mcpServer.problem",
      (problem) => (call, given) =>
        call.url.search.includes("code_challenge=&") ? undefined : problem(call, given),
    ),
  },
  "authorization.challenge-method": {
    "gives-codes-for-any-challenge-method": overlooks((given) => given("code_challenge_method") === "S512"),
  },
  "authorization.response-type": {
    "gives-codes-without-a-response-type": overlooks((given) => given("response_type") === undefined),
  },
  "authorization.repeated-parameter": {
    "reads-the-first-of-two-parameters": sayingNo("mcpServer.isRepeated"),
  },
  "authorization.plain-challenge": {
    "gives-codes-for-plain-challenges": overlooks((given) => given("code_challenge_method") === "plain"),
  },
  "authorization.redirect-uri": {
    "redirects-anywhere": sayingYes("mcpServer.allowsRedirect"),
    "knows-redirects-by-their-beginning": allowing((registered, uri) => uri.startsWith(registered)),
    "knows-redirects-by-their-path": instead("mcpServer.allowsRedirect", (_call, client, uri = "") =>
      uri.endsWith(new URL(client.redirectUri).pathname),
    ),
    "knows-redirects-by-their-host": allowing((registered, uri) =>
      uri.startsWith(new URL(registered).origin),
    ),
    "knows-redirects-in-any-letter-case": allowing(
      (registered, uri) => uri.toLowerCase() === registered.toLowerCase(),
    ),
  },
  "authorization.no-implicit-grant": {
    "gives-tokens-without-a-code": ({ mcpServer }) => ({
      mcpServer: {
        problem: (call, given) =>
          given("response_type") === "token" ? undefined : mcpServer.problem(call, given),
        codeAnswer: (call, code, state) =>
          call.url.searchParams.get("response_type") === "token"
            ? { access_token: code, token_type: "Bearer" }
            : mcpServer.codeAnswer(call, code, state),
      },
    }),
  },
  "authorization.no-password-grant": {
    "gives-tokens-for-passwords": ({ mcpServer }) => ({
      mcpServer: {
        errorAnswer: (call, problem) =>
          call.body.includes("grant_type=password")
            ? mcpServer.tokenAnswer(call, { access_token: "for-a-password", token_type: "Bearer" })
            : mcpServer.errorAnswer(call, problem),
      },
    }),
  },
});

export const tokenEndpointMutants = toMutants({
  "authorization.verifier": {
    "does-not-look-at-verifiers": sayingYes("mcpServer.verifies"),
    "does-without-a-verifier": sayingYes(
      "mcpServer.verifies",
      (_call, _promised, verifier) => verifier === undefined,
    ),
    "takes-the-challenge-for-a-verifier": sayingYes(
      "mcpServer.verifies",
      (_call, promised, verifier) => verifier === promised.challenge,
    ),
  },
  "authorization.code-once": {
    "takes-codes-again": replacing(
      "mcpServer.isFresh",
      (isFresh) => (call, promised) =>
        promised.expiresAt > call.now() && (isCode(call.body) || isFresh(call, promised)),
    ),
  },
  "authorization.code-revokes": {
    "leaves-tokens-of-replayed-codes-alone": replacing("mcpServer.replayed", () => () => undefined),
  },
  "authorization.token-answer": {
    "lets-token-answers-be-stored": instead("mcpServer.tokenAnswer", (_call, body) => Response.json(body)),
    "answers-tokens-as-text": instead(
      "mcpServer.tokenAnswer",
      (_call, body) =>
        new Response(JSON.stringify(body), {
          headers: { "content-type": "text/plain", "cache-control": "no-store" },
        }),
    ),
    "answers-tokens-as-created": changing("mcpServer.tokenAnswer", (usual) => withStatus(usual, 201)),
    "ends-tokens-with-a-line-break": giving("mcpServer.tokenAnswer", (call, body) => [
      call,
      { ...body, access_token: `${String(body["access_token"])}\n` },
    ]),
    "gives-tokens-of-no-type": giving("mcpServer.tokenAnswer", (call, body) => [
      call,
      { ...body, token_type: undefined },
    ]),
  },
  "authorization.token-error": {
    "fails-at-bad-codes": giving("mcpServer.errorAnswer", (call, problem) => [
      call,
      { ...problem, status: 500 },
    ]),
    "does-not-say-what-is-wrong-with-a-code": replacing(
      "mcpServer.errorAnswer",
      (errorAnswer) => (call, problem) => {
        const { status, headers } = errorAnswer(call, problem);
        return Response.json({ message: "no" }, { status, headers });
      },
    ),
  },
  "authorization.refresh-rotates": {
    "takes-refresh-tokens-again": sayingNo("mcpServer.rotates"),
  },
  "authorization.refresh-scope": {
    "widens-scopes-when-it-refreshes": replacing(
      "mcpServer.refreshedScopes",
      () =>
        (_call, { scopes }, asked) =>
          asked.length === 0 ? scopes : asked,
    ),
  },
  "authorization.code-of-another-client": {
    "gives-codes-to-any-client": sayingYes("mcpServer.isFor"),
    "refreshes-for-any-client": sayingYes("mcpServer.isFor", (call) => !isCode(call.body)),
  },
  "authorization.wrong-secret": {
    "does-not-look-at-secrets": sayingYes("mcpServer.authenticates"),
    "refuses-wrong-secrets-without-a-challenge": instead(
      "mcpServer.errorAnswer",
      (_call, { error, status }) => Response.json({ error }, { status }),
    ),
  },
  "authorization.asked-scope": {
    "grants-more-than-was-asked-for": instead("mcpServer.granted", ({ facts }) => facts.scopes.readWrite),
  },
  "authorization.narrower-scope": {
    "narrows-scopes-in-silence": ({ mcpServer }) => ({
      mcpServer: {
        granted: ({ facts }) => facts.scopes.readOnly,
        tokenAnswer: (call, body) => mcpServer.tokenAnswer(call, { ...body, scope: undefined }),
      },
    }),
    "names-the-scope-that-was-asked-for": ({ mcpServer }) => ({
      mcpServer: {
        granted: ({ facts }) => facts.scopes.readOnly,
        tokenAnswer: (call, body) =>
          mcpServer.tokenAnswer(call, { ...body, scope: call.facts.scopes.readWrite.join(" ") }),
      },
    }),
  },
  "authorization.refresh-token-is-no-access-token": {
    "takes-refresh-tokens-for-access-tokens": replacing("mcpGate.grantOf", (grantOf) => (call, token) => {
      const { refreshTokens, grants } = call.state;
      const [access] = refreshTokens.get(token)?.issued ?? [];
      return grantOf(call, token) ?? (access === undefined ? undefined : grants.get(access));
    }),
  },
});

/** Mutants of the metadata that only a flow shows. */
export const endpointMutants = toMutants({
  "authorization.code-flow": {
    "names-a-token-endpoint-that-is-none": describingServer(({ origin }) => ({
      token_endpoint: `${origin}/oauth/authorize`,
    })),
  },
});

function isCode(body: string): boolean {
  return body.includes("grant_type=authorization_code");
}
