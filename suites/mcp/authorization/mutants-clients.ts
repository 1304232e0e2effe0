import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";
import { describingServer } from "../faults.ts";

type Given = (name: string) => string | undefined;

/** A client with a secret. */
const isConfidential = ({ facts }: McpCall, id: string | null | undefined) =>
  facts.clients.find((client) => client.id === id)?.secret !== null;
const isRefreshing = ({ body }: McpCall) => body.includes("grant_type=refresh_token");

export const confidentialMutants = [
  mutant("does-not-look-at-verifiers-beside-secrets", "authorization.verifier", ({ mcpServer }) => ({
    mcpServer: {
      verifies: (call, promised, verifier) =>
        isConfidential(call, promised.client) || mcpServer.verifies(call, promised, verifier),
    },
  })),
  mutant("does-without-verifiers-beside-secrets", "authorization.verifier", ({ mcpServer }) => ({
    mcpServer: {
      verifies: (call, promised, verifier) =>
        (verifier === undefined && isConfidential(call, promised.client)) ||
        mcpServer.verifies(call, promised, verifier),
    },
  })),
  mutant("takes-a-verifier-for-nothing", "authorization.verifier", ({ mcpServer }) => ({
    mcpServer: {
      problem: (call, given) => mcpServer.problem(call, withChallenge(call, given)),
      verifies: (call, promised, verifier) =>
        promised.challenge === "" || mcpServer.verifies(call, promised, verifier),
    },
  })),
  mutant("takes-codes-again-beside-secrets", "authorization.code-once", ({ mcpServer }) => ({
    mcpServer: {
      isFresh: (call, promised) =>
        (isConfidential(call, promised.client) && !isRefreshing(call)) || mcpServer.isFresh(call, promised),
    },
  })),
  mutant("burns-codes-and-does-not-look-at-verifiers", "authorization.verifier", ({ mcpServer }) => ({
    mcpServer: {
      verifies: (call, promised, verifier) => {
        const isRight = verifier === undefined || mcpServer.verifies(call, promised, verifier);
        if (!isRight) promised.isSpent = true;
        return isRight;
      },
    },
  })),
  mutant(
    "knows-redirects-of-some-clients-by-their-beginning",
    "authorization.redirect-uri",
    ({ mcpServer }) => ({
      mcpServer: {
        allowsRedirect: (call, client, uri = "") =>
          (client.secret !== null && uri.startsWith(client.redirectUri)) ||
          mcpServer.allowsRedirect(call, client, uri),
      },
    }),
  ),
  mutant(
    "gives-some-clients-codes-for-any-challenge-method",
    "authorization.challenge-method",
    ({ mcpServer }) => ({
      mcpServer: {
        problem: (call, given) =>
          given("code_challenge_method") === "S512" && isConfidential(call, given("client_id"))
            ? undefined
            : mcpServer.problem(call, given),
      },
    }),
  ),
  mutant("does-without-secrets", "authorization.wrong-secret", ({ mcpServer }) => ({
    mcpServer: {
      authenticates: (call, client, shown) =>
        shown === undefined || mcpServer.authenticates(call, client, shown),
    },
  })),
  mutant("does-without-secrets-to-refresh", "authorization.wrong-secret", ({ mcpServer }) => ({
    mcpServer: {
      authenticates: (call, client, shown) =>
        (shown === undefined && isRefreshing(call)) || mcpServer.authenticates(call, client, shown),
    },
  })),
  mutant("knows-secrets-by-their-beginning", "authorization.wrong-secret", ({ mcpServer }) => ({
    mcpServer: {
      authenticates: (call, client, shown) =>
        (shown !== undefined && shown !== "" && client.secret?.startsWith(shown) === true) ||
        mcpServer.authenticates(call, client, shown),
    },
  })),
  mutant("accepts-secrets-with-a-suffix", "authorization.wrong-secret", ({ mcpServer }) => ({
    mcpServer: {
      authenticates: (call, client, shown) =>
        (client.secret !== null && shown?.startsWith(client.secret) === true) ||
        mcpServer.authenticates(call, client, shown),
    },
  })),
  mutant("does-not-look-at-secrets-in-forms", "authorization.wrong-secret", ({ mcpServer }) => ({
    mcpServer: {
      authenticates: (call, client, shown) =>
        call.body.includes("client_secret=") || mcpServer.authenticates(call, client, shown),
    },
  })),
  mutant("refreshes-for-unknown-clients", "authorization.token-client", ({ mcpServer }) => ({
    mcpServer: {
      clientOf: (call, id) =>
        mcpServer.clientOf(call, id) ?? (isRefreshing(call) ? call.facts.clients[0] : undefined),
    },
  })),
  mutant("refreshes-for-cut-tokens", "authorization.altered-refresh-token", ({ mcpServer }) => ({
    mcpServer: {
      refreshGrant(call, token) {
        const known = [...call.state.refreshTokens].find(([one]) => token !== "" && one.startsWith(token));
        return mcpServer.refreshGrant(call, token) ?? known?.[1];
      },
    },
  })),
  mutant("lets-answers-to-refreshes-be-stored", "authorization.token-answer", ({ mcpServer }) => ({
    mcpServer: {
      tokenAnswer: (call, body) =>
        isRefreshing(call) ? Response.json(body) : mcpServer.tokenAnswer(call, body),
    },
  })),
  mutant("gives-tokens-of-no-type-beside-secrets", "authorization.token-answer", ({ mcpServer }) => ({
    mcpServer: {
      tokenAnswer: (call, body) =>
        mcpServer.tokenAnswer(
          call,
          call.headers.has("authorization") ? { ...body, token_type: "none" } : body,
        ),
    },
  })),
  mutant(
    "widens-scopes-of-clients-with-sessions",
    "authorization.refresh-scope",
    () => ({
      mcpServer: { refreshedScopes: (_call, { scopes }, asked) => (asked.length === 0 ? scopes : asked) },
    }),
    { choices: { mcpEras: "handshake" } },
  ),
  mutant("fixes-the-port-of-a-loopback-redirect", "authorization.loopback-port", () => ({
    mcpServer: { allowsRedirect: (_call, client, uri) => uri === client.redirectUri },
  })),
  mutant("cuts-long-states", "authorization.state-characters", ({ mcpServer }) => ({
    mcpServer: { codeAnswer: (call, code, state) => mcpServer.codeAnswer(call, code, state?.slice(0, 64)) },
  })),
  ...["response_type", "code_challenge", "code_challenge_method"].map((name) =>
    mutant(
      `reads-one-of-two-${name.replaceAll("_", "-")}s`,
      "authorization.repeated-parameter",
      overlooking(name),
    ),
  ),
  ...["client_id", "code", "grant_type", "redirect_uri", "refresh_token"].map((name) =>
    mutant(
      `reads-one-of-two-${name.replaceAll("_", "-")}s-for-tokens`,
      "authorization.token-repeated-parameter",
      overlooking(name),
    ),
  ),
];

export const answerMutants = [
  mutant(
    "names-itself-and-does-not-announce-it",
    "authorization.code-flow",
    describingServer(() => ({ authorization_response_iss_parameter_supported: false })),
  ),
  mutant("shows-the-challenge-beside-the-code", "authorization.code-flow", ({ mcpServer }) => ({
    mcpServer: {
      codeAnswer: (call, code, state) => ({
        ...mcpServer.codeAnswer(call, code, state),
        challenge: call.url.searchParams.get("code_challenge") ?? "",
      }),
    },
  })),
  mutant("sends-codes-to-the-root-of-the-client", "authorization.code-flow", ({ mcpServer }) => ({
    mcpServer: {
      respond: async (call, response) => {
        const usual = await mcpServer.respond(call, response);
        const location = usual.headers.get("location") ?? "";
        return location.includes("?code=")
          ? new Response(null, { status: 302, headers: { location: location.replace("/callback", "/") } })
          : usual;
      },
    },
  })),
  mutant(
    "calls-unknown-challenge-methods-another-error",
    "authorization.challenge-method",
    ({ mcpServer }) => ({
      mcpServer: {
        problem: (call, given) =>
          given("code_challenge_method") === "S512" ? "server_error" : mcpServer.problem(call, given),
      },
    }),
  ),
  mutant("describes-errors-in-other-characters", "authorization.error-redirect", ({ mcpServer }) => ({
    mcpServer: {
      errorRedirect: (call, error, state) => ({
        ...mcpServer.errorRedirect(call, error, state),
        error_description: "No \u201Cresponse type\u201D",
      }),
    },
  })),
];

/** A request of a confidential client, as if it had a challenge. */
function withChallenge(call: McpCall, given: Given): Given {
  const isWithout = given("code_challenge") === undefined && isConfidential(call, given("client_id"));
  const added: Readonly<Record<string, string>> = { code_challenge: "any", code_challenge_method: "S256" };
  return (name) => given(name) ?? (isWithout ? added[name] : undefined);
}

/** Reads the first of two parameters of this name. */
function overlooking(name: string): Change {
  return ({ mcpServer }) => ({
    mcpServer: {
      isRepeated: (call, parameters) =>
        mcpServer.isRepeated(call, new URLSearchParams([...parameters].filter(([key]) => key !== name))),
    },
  });
}
