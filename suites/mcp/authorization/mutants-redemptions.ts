import { pause } from "../../../lib/reference/faults.ts";
import type { Promised } from "../../../lib/reference/mcp/mcp-state.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { replacing, sayingYes } from "../../../lib/reference/changes.ts";

/** Looks at no verifier in a request that lacks a parameter. */
function unverifiedWithout(name: string): Change {
  return sayingYes(
    "mcpServer.verifies",
    (call, _promised, verifier) => verifier !== undefined && !new URLSearchParams(call.body).has(name),
  );
}

export const redemptionMutants = toMutants({
  "authorization.verifier": {
    "does-not-look-at-verifiers-without-a-redirect": unverifiedWithout("redirect_uri"),
    "does-not-look-at-verifiers-without-a-resource": unverifiedWithout("resource"),
  },
  "authorization.code-once": {
    "knows-codes-in-any-letter-case": replacing("mcpServer.supports", (supports) => (call, type) => {
      const { codes } = call.state;
      const given = new URLSearchParams(call.body).get("code");
      const known = [...codes].find(([code]) => code.toLowerCase() === given?.toLowerCase());
      if (given !== null && known !== undefined) codes.set(given, known[1]);
      return supports(call, type);
    }),
    "spends-codes-when-it-has-answered": ({ mcpServer }) => {
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
    },
  },
  "authorization.wrong-secret": {
    "knows-secrets-in-any-letter-case": sayingYes(
      "mcpServer.authenticates",
      (_call, client, shown) => shown !== undefined && client.secret?.toLowerCase() === shown.toLowerCase(),
    ),
  },
  "authorization.altered-refresh-token": {
    "refreshes-for-tokens-with-more-behind-them": replacing(
      "mcpServer.refreshGrant",
      () =>
        ({ state }, token) =>
          [...state.refreshTokens].find(([known]) => token.startsWith(known))?.[1],
    ),
  },
});
