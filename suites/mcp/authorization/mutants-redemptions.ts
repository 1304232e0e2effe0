import { pause } from "../../../lib/reference/faults.ts";
import type { Promised } from "../../../lib/reference/mcp/mcp-state.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";

/** Looks at no verifier in a request that lacks a parameter. */
function unverifiedWithout(name: string): Change {
  return ({ mcpServer }) => ({
    mcpServer: {
      verifies: (call, promised, verifier) =>
        (verifier !== undefined && !new URLSearchParams(call.body).has(name)) ||
        mcpServer.verifies(call, promised, verifier),
    },
  });
}

export const redemptionMutants = [
  mutant(
    "does-not-look-at-verifiers-without-a-redirect",
    "authorization.verifier",
    unverifiedWithout("redirect_uri"),
  ),
  mutant(
    "does-not-look-at-verifiers-without-a-resource",
    "authorization.verifier",
    unverifiedWithout("resource"),
  ),
  mutant("knows-codes-in-any-letter-case", "authorization.code-once", ({ mcpServer }) => ({
    mcpServer: {
      supports: (call, type) => {
        const { codes } = call.state;
        const given = new URLSearchParams(call.body).get("code");
        const known = [...codes].find(([code]) => code.toLowerCase() === given?.toLowerCase());
        if (given !== null && known !== undefined) codes.set(given, known[1]);
        return mcpServer.supports(call, type);
      },
    },
  })),
  mutant("spends-codes-when-it-has-answered", "authorization.code-once", ({ mcpServer }) => {
    const underWay = new Set<Promised>();
    return {
      mcpServer: {
        isFresh(call, promised) {
          const isFresh = underWay.has(promised) || mcpServer.isFresh(call, promised);
          if (isFresh) underWay.add(promised);
          return isFresh;
        },
        async respond(call, response) {
          await pause();
          underWay.clear();
          return mcpServer.respond(call, response);
        },
      },
    };
  }),
  mutant("knows-secrets-in-any-letter-case", "authorization.wrong-secret", ({ mcpServer }) => ({
    mcpServer: {
      authenticates: (call, client, shown) =>
        (shown !== undefined && client.secret?.toLowerCase() === shown.toLowerCase()) ||
        mcpServer.authenticates(call, client, shown),
    },
  })),
  mutant("refreshes-for-tokens-with-more-behind-them", "authorization.altered-refresh-token", () => ({
    mcpServer: {
      refreshGrant: ({ state }, token) =>
        [...state.refreshTokens].find(([known]) => token.startsWith(known))?.[1],
    },
  })),
];
