import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { describingServer, withStatus } from "../faults.ts";

/** A code for a request with this problem. */
function overlooks(problem: (given: (name: string) => string | undefined) => boolean): Change {
  return ({ mcpServer }) => ({
    mcpServer: {
      problem: (call, given) => (problem(given) ? undefined : mcpServer.problem(call, given)),
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

export const authorizationMutants = toMutants({
  "authorization.code-flow": {
    "forgets-the-state": ({ mcpServer }) => ({
      mcpServer: { codeAnswer: (call, code) => mcpServer.codeAnswer(call, code, undefined) },
    }),
    "writes-the-state-in-other-letters": ({ mcpServer }) => ({
      mcpServer: {
        codeAnswer: (call, code, state) => mcpServer.codeAnswer(call, code, state?.toUpperCase()),
      },
    }),
    "names-another-issuer-with-its-codes": ({ mcpServer }) => ({
      mcpServer: {
        codeAnswer: (call, code, state) => ({
          ...mcpServer.codeAnswer(call, code, state),
          iss: "https://login.issuer.example",
        }),
      },
    }),
    "announces-a-name-and-gives-none": ({ mcpServer }) => ({
      mcpServer: {
        codeAnswer: (call, code, state) => {
          const { iss: _, ...others } = mcpServer.codeAnswer(call, code, state);
          return others;
        },
      },
    }),
    "mints-tokens-that-are-of-no-use": () => ({
      mcpServer: {
        tokenAnswer: (_call, body) =>
          Response.json(
            { ...body, access_token: "of-no-use-at-all" },
            { headers: { "cache-control": "no-store" } },
          ),
      },
    }),
  },
  "authorization.challenge-needed": {
    "gives-codes-without-a-challenge": overlooks((given) => given("code_challenge") === undefined),
    "gives-codes-for-empty-challenges": ({ mcpServer }) => ({
      mcpServer: {
        problem: (call, given) =>
          call.url.search.includes("code_challenge=&") ? undefined : mcpServer.problem(call, given),
      },
    }),
  },
  "authorization.challenge-method": {
    "gives-codes-for-any-challenge-method": overlooks((given) => given("code_challenge_method") === "S512"),
  },
  "authorization.response-type": {
    "gives-codes-without-a-response-type": overlooks((given) => given("response_type") === undefined),
  },
  "authorization.repeated-parameter": {
    "reads-the-first-of-two-parameters": () => ({
      mcpServer: { isRepeated: () => false },
    }),
  },
  "authorization.plain-challenge": {
    "gives-codes-for-plain-challenges": overlooks((given) => given("code_challenge_method") === "plain"),
  },
  "authorization.redirect-uri": {
    "redirects-anywhere": () => ({
      mcpServer: { allowsRedirect: () => true },
    }),
    "knows-redirects-by-their-beginning": allowing((registered, uri) => uri.startsWith(registered)),
    "knows-redirects-by-their-path": () => ({
      mcpServer: {
        allowsRedirect: (_call, client, uri = "") => uri.endsWith(new URL(client.redirectUri).pathname),
      },
    }),
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
    "does-not-look-at-verifiers": () => ({
      mcpServer: { verifies: () => true },
    }),
    "does-without-a-verifier": ({ mcpServer }) => ({
      mcpServer: {
        verifies: (call, promised, verifier) =>
          verifier === undefined || mcpServer.verifies(call, promised, verifier),
      },
    }),
    "takes-the-challenge-for-a-verifier": ({ mcpServer }) => ({
      mcpServer: {
        verifies: (call, promised, verifier) =>
          verifier === promised.challenge || mcpServer.verifies(call, promised, verifier),
      },
    }),
  },
  "authorization.code-once": {
    "takes-codes-again": ({ mcpServer }) => ({
      mcpServer: {
        isFresh: (call, promised) =>
          promised.expiresAt > call.now() && (isCode(call.body) || mcpServer.isFresh(call, promised)),
      },
    }),
  },
  "authorization.code-revokes": {
    "leaves-tokens-of-replayed-codes-alone": () => ({
      mcpServer: { replayed: () => undefined },
    }),
  },
  "authorization.token-answer": {
    "lets-token-answers-be-stored": () => ({
      mcpServer: { tokenAnswer: (_call, body) => Response.json(body) },
    }),
    "answers-tokens-as-text": () => ({
      mcpServer: {
        tokenAnswer: (_call, body) =>
          new Response(JSON.stringify(body), {
            headers: { "content-type": "text/plain", "cache-control": "no-store" },
          }),
      },
    }),
    "answers-tokens-as-created": ({ mcpServer }) => ({
      mcpServer: { tokenAnswer: (call, body) => withStatus(mcpServer.tokenAnswer(call, body), 201) },
    }),
    "gives-tokens-of-no-type": ({ mcpServer }) => ({
      mcpServer: {
        tokenAnswer: (call, body) => mcpServer.tokenAnswer(call, { ...body, token_type: undefined }),
      },
    }),
  },
  "authorization.token-error": {
    "fails-at-bad-codes": ({ mcpServer }) => ({
      mcpServer: { errorAnswer: (call, problem) => mcpServer.errorAnswer(call, { ...problem, status: 500 }) },
    }),
    "does-not-say-what-is-wrong-with-a-code": ({ mcpServer }) => ({
      mcpServer: {
        errorAnswer: (call, problem) => {
          const { status, headers } = mcpServer.errorAnswer(call, problem);
          return Response.json({ message: "no" }, { status, headers });
        },
      },
    }),
  },
  "authorization.refresh-rotates": {
    "takes-refresh-tokens-again": () => ({
      mcpServer: { rotates: () => false },
    }),
  },
  "authorization.refresh-scope": {
    "widens-scopes-when-it-refreshes": () => ({
      mcpServer: { refreshedScopes: (_call, { scopes }, asked) => (asked.length === 0 ? scopes : asked) },
    }),
  },
  "authorization.code-of-another-client": {
    "gives-codes-to-any-client": () => ({
      mcpServer: { isFor: () => true },
    }),
    "refreshes-for-any-client": ({ mcpServer }) => ({
      mcpServer: {
        isFor: (call, promised, client, redirectUri) =>
          !isCode(call.body) || mcpServer.isFor(call, promised, client, redirectUri),
      },
    }),
  },
  "authorization.wrong-secret": {
    "does-not-look-at-secrets": () => ({
      mcpServer: { authenticates: () => true },
    }),
    "refuses-wrong-secrets-without-a-challenge": () => ({
      mcpServer: { errorAnswer: (_call, { error, status }) => Response.json({ error }, { status }) },
    }),
  },
  "authorization.asked-scope": {
    "grants-more-than-was-asked-for": () => ({
      mcpServer: { granted: ({ facts }) => facts.scopes.readWrite },
    }),
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
    "takes-refresh-tokens-for-access-tokens": ({ mcpGate }) => ({
      mcpGate: {
        grantOf: (call, token) => {
          const { refreshTokens, grants } = call.state;
          const [access] = refreshTokens.get(token)?.issued ?? [];
          return mcpGate.grantOf(call, token) ?? (access === undefined ? undefined : grants.get(access));
        },
      },
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
