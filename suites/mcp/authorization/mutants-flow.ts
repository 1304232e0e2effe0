import { type Change, mutant } from "../../../lib/reference/mutant.ts";
import { describingServer, withStatus } from "../faults.ts";

/** A code for a request with this problem. */
function overlooks(problem: (given: (name: string) => string | undefined) => boolean) {
  return ({ mcpServer }: Parameters<Parameters<typeof mutant>[2]>[0]) => ({
    mcpServer: {
      problem: (
        call: Parameters<typeof mcpServer.problem>[0],
        given: Parameters<typeof mcpServer.problem>[1],
      ) => (problem(given) ? undefined : mcpServer.problem(call, given)),
    },
  });
}

/** Allows further redirect URIs besides the registered one and its ports. */
function allowing(isAllowed: (registered: string, uri: string) => boolean): Change {
  return ({ mcpServer }) => ({
    mcpServer: {
      allowsRedirect: (call, client, uri = "") =>
        isAllowed(client.redirectUri, uri) || mcpServer.allowsRedirect(call, client, uri),
    },
  });
}

export const authorizationMutants = [
  mutant("forgets-the-state", "authorization.code-flow", ({ mcpServer }) => ({
    mcpServer: { codeAnswer: (call, code) => mcpServer.codeAnswer(call, code, undefined) },
  })),
  mutant("writes-the-state-in-other-letters", "authorization.code-flow", ({ mcpServer }) => ({
    mcpServer: {
      codeAnswer: (call, code, state) => mcpServer.codeAnswer(call, code, state?.toUpperCase()),
    },
  })),
  mutant("names-another-issuer-with-its-codes", "authorization.code-flow", ({ mcpServer }) => ({
    mcpServer: {
      codeAnswer: (call, code, state) => ({
        ...mcpServer.codeAnswer(call, code, state),
        iss: "https://login.issuer.example",
      }),
    },
  })),
  mutant("announces-a-name-and-gives-none", "authorization.code-flow", ({ mcpServer }) => ({
    mcpServer: {
      codeAnswer: (call, code, state) => {
        const { iss: _, ...others } = mcpServer.codeAnswer(call, code, state);
        return others;
      },
    },
  })),
  mutant("mints-tokens-that-are-of-no-use", "authorization.code-flow", () => ({
    mcpServer: {
      tokenAnswer: (_call, body) =>
        Response.json(
          { ...body, access_token: "of-no-use-at-all" },
          { headers: { "cache-control": "no-store" } },
        ),
    },
  })),
  mutant(
    "gives-codes-without-a-challenge",
    "authorization.challenge-needed",
    overlooks((given) => given("code_challenge") === undefined),
  ),
  mutant("gives-codes-for-empty-challenges", "authorization.challenge-needed", ({ mcpServer }) => ({
    mcpServer: {
      problem: (call, given) =>
        call.url.search.includes("code_challenge=&") ? undefined : mcpServer.problem(call, given),
    },
  })),
  mutant(
    "gives-codes-for-any-challenge-method",
    "authorization.challenge-method",
    overlooks((given) => given("code_challenge_method") === "S512"),
  ),
  mutant(
    "gives-codes-without-a-response-type",
    "authorization.response-type",
    overlooks((given) => given("response_type") === undefined),
  ),
  mutant("reads-the-first-of-two-parameters", "authorization.repeated-parameter", () => ({
    mcpServer: { isRepeated: () => false },
  })),
  mutant(
    "gives-codes-for-plain-challenges",
    "authorization.plain-challenge",
    overlooks((given) => given("code_challenge_method") === "plain"),
  ),
  mutant("redirects-anywhere", "authorization.redirect-uri", () => ({
    mcpServer: { allowsRedirect: () => true },
  })),
  mutant(
    "knows-redirects-by-their-beginning",
    "authorization.redirect-uri",
    allowing((registered, uri) => uri.startsWith(registered)),
  ),
  mutant("knows-redirects-by-their-path", "authorization.redirect-uri", () => ({
    mcpServer: {
      allowsRedirect: (_call, client, uri = "") => uri.endsWith(new URL(client.redirectUri).pathname),
    },
  })),
  mutant(
    "knows-redirects-by-their-host",
    "authorization.redirect-uri",
    allowing((registered, uri) => uri.startsWith(new URL(registered).origin)),
  ),
  mutant(
    "knows-redirects-in-any-letter-case",
    "authorization.redirect-uri",
    allowing((registered, uri) => uri.toLowerCase() === registered.toLowerCase()),
  ),
  mutant("gives-tokens-without-a-code", "authorization.no-implicit-grant", ({ mcpServer }) => ({
    mcpServer: {
      problem: (call, given) =>
        given("response_type") === "token" ? undefined : mcpServer.problem(call, given),
      codeAnswer: (call, code, state) =>
        call.url.searchParams.get("response_type") === "token"
          ? { access_token: code, token_type: "Bearer" }
          : mcpServer.codeAnswer(call, code, state),
    },
  })),
  mutant("gives-tokens-for-passwords", "authorization.no-password-grant", ({ mcpServer }) => ({
    mcpServer: {
      errorAnswer: (call, problem) =>
        call.body.includes("grant_type=password")
          ? mcpServer.tokenAnswer(call, { access_token: "for-a-password", token_type: "Bearer" })
          : mcpServer.errorAnswer(call, problem),
    },
  })),
];

export const tokenEndpointMutants = [
  mutant("does-not-look-at-verifiers", "authorization.verifier", () => ({
    mcpServer: { verifies: () => true },
  })),
  mutant("does-without-a-verifier", "authorization.verifier", ({ mcpServer }) => ({
    mcpServer: {
      verifies: (call, promised, verifier) =>
        verifier === undefined || mcpServer.verifies(call, promised, verifier),
    },
  })),
  mutant("takes-the-challenge-for-a-verifier", "authorization.verifier", ({ mcpServer }) => ({
    mcpServer: {
      verifies: (call, promised, verifier) =>
        verifier === promised.challenge || mcpServer.verifies(call, promised, verifier),
    },
  })),
  mutant("takes-codes-again", "authorization.code-once", ({ mcpServer }) => ({
    mcpServer: {
      isFresh: (call, promised) =>
        promised.expiresAt > call.now() && (isCode(call.body) || mcpServer.isFresh(call, promised)),
    },
  })),
  mutant("leaves-tokens-of-replayed-codes-alone", "authorization.code-revokes", () => ({
    mcpServer: { replayed: () => undefined },
  })),
  mutant("lets-token-answers-be-stored", "authorization.token-answer", () => ({
    mcpServer: { tokenAnswer: (_call, body) => Response.json(body) },
  })),
  mutant("answers-tokens-as-text", "authorization.token-answer", () => ({
    mcpServer: {
      tokenAnswer: (_call, body) =>
        new Response(JSON.stringify(body), {
          headers: { "content-type": "text/plain", "cache-control": "no-store" },
        }),
    },
  })),
  mutant("answers-tokens-as-created", "authorization.token-answer", ({ mcpServer }) => ({
    mcpServer: { tokenAnswer: (call, body) => withStatus(mcpServer.tokenAnswer(call, body), 201) },
  })),
  mutant("gives-tokens-of-no-type", "authorization.token-answer", ({ mcpServer }) => ({
    mcpServer: {
      tokenAnswer: (call, body) => mcpServer.tokenAnswer(call, { ...body, token_type: undefined }),
    },
  })),
  mutant("fails-at-bad-codes", "authorization.token-error", ({ mcpServer }) => ({
    mcpServer: { errorAnswer: (call, problem) => mcpServer.errorAnswer(call, { ...problem, status: 500 }) },
  })),
  mutant("does-not-say-what-is-wrong-with-a-code", "authorization.token-error", ({ mcpServer }) => ({
    mcpServer: {
      errorAnswer: (call, problem) => {
        const { status, headers } = mcpServer.errorAnswer(call, problem);
        return Response.json({ message: "no" }, { status, headers });
      },
    },
  })),
  mutant("takes-refresh-tokens-again", "authorization.refresh-rotates", () => ({
    mcpServer: { rotates: () => false },
  })),
  mutant("widens-scopes-when-it-refreshes", "authorization.refresh-scope", () => ({
    mcpServer: { refreshedScopes: (_call, { scopes }, asked) => (asked.length === 0 ? scopes : asked) },
  })),
  mutant("gives-codes-to-any-client", "authorization.code-of-another-client", () => ({
    mcpServer: { isFor: () => true },
  })),
  mutant("refreshes-for-any-client", "authorization.code-of-another-client", ({ mcpServer }) => ({
    mcpServer: {
      isFor: (call, promised, client, redirectUri) =>
        !isCode(call.body) || mcpServer.isFor(call, promised, client, redirectUri),
    },
  })),
  mutant("does-not-look-at-secrets", "authorization.wrong-secret", () => ({
    mcpServer: { authenticates: () => true },
  })),
  mutant("refuses-wrong-secrets-without-a-challenge", "authorization.wrong-secret", () => ({
    mcpServer: { errorAnswer: (_call, { error, status }) => Response.json({ error }, { status }) },
  })),
  mutant("grants-more-than-was-asked-for", "authorization.asked-scope", () => ({
    mcpServer: { granted: ({ facts }) => facts.scopes.readWrite },
  })),
  mutant("narrows-scopes-in-silence", "authorization.narrower-scope", ({ mcpServer }) => ({
    mcpServer: {
      granted: ({ facts }) => facts.scopes.readOnly,
      tokenAnswer: (call, body) => mcpServer.tokenAnswer(call, { ...body, scope: undefined }),
    },
  })),
  mutant("names-the-scope-that-was-asked-for", "authorization.narrower-scope", ({ mcpServer }) => ({
    mcpServer: {
      granted: ({ facts }) => facts.scopes.readOnly,
      tokenAnswer: (call, body) =>
        mcpServer.tokenAnswer(call, { ...body, scope: call.facts.scopes.readWrite.join(" ") }),
    },
  })),
  mutant(
    "takes-refresh-tokens-for-access-tokens",
    "authorization.refresh-token-is-no-access-token",
    ({ mcpGate }) => ({
      mcpGate: {
        grantOf: (call, token) => {
          const { refreshTokens, grants } = call.state;
          const [access] = refreshTokens.get(token)?.issued ?? [];
          return mcpGate.grantOf(call, token) ?? (access === undefined ? undefined : grants.get(access));
        },
      },
    }),
  ),
];

/** Mutants of the metadata that only a flow shows. */
export const endpointMutants = [
  mutant(
    "names-a-token-endpoint-that-is-none",
    "authorization.code-flow",
    describingServer(({ origin }) => ({ token_endpoint: `${origin}/oauth/authorize` })),
  ),
];

function isCode(body: string): boolean {
  return body.includes("grant_type=authorization_code");
}
