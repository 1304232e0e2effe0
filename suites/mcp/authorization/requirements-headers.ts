import { withAuthorization } from "../../../lib/mcp/doors.ts";
import { withCredentials, withoutBearer } from "../../../lib/mcp/offences.ts";
import { failRequirement } from "../../../lib/mcp/oracles/fails.ts";
import { isReadAmongOthers, provenReading } from "../../../lib/mcp/oracles/prove-once.ts";
import { inEra, refusesRequests } from "../../../lib/mcp/refusals.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { callRead } from "../../../lib/mcp/tools.ts";
import { TO_READ } from "../../../lib/profile/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.protectedServer, TO_READ);
const BAD_CHARACTERS = "a token with characters that no token has";

export const malformedHeader = inferred("authorization.malformed-header", {
  source: "OAuth 2.1, 5.1.1 and 5.3.2",
  text: "An Authorization header that holds no token by its form is answered 400 or 401.",
  check: refusesRequests({
    offences: [
      withCredentials(BAD_CHARACTERS, "Bearer <never>|issued"),
      withCredentials("the scheme without a token", "Bearer"),
    ],
    statuses: [400, 401],
    atQuick: [({ offence }) => offence.what === BAD_CHARACTERS, inEra("stateless")],
    isSparing: true,
  }),
});

export const queryToken = inferred("authorization.query-token", {
  source: "OAuth 2.1, 5.1; MCP 2025-03-26 and later, Authorization, Token Requirements",
  text: "A token in the query string has no effect: without one in the Authorization header the answer is 401.",
  check: refusesRequests({
    offences: ({ readOnly }) => [
      withoutBearer("a token in the query string", (valid) => {
        const url = new URL(valid.url);
        url.searchParams.set("access_token", readOnly.token ?? "");
        return { ...withAuthorization(valid, undefined), url: url.href };
      }),
    ],
    atQuick: [inEra("stateless")],
  }),
});

export const schemeCase = inferred("authorization.scheme-case", {
  source: "OAuth 2.1, 5.1.1; RFC 9110, 11.1",
  text: "The scheme of the Authorization header is the same in any letter case.",
  check: async ({ mcp, effort }) =>
    mcp.inTurn(effort.tried(["bearer", "BEARER"]), async (scheme, era) => {
      await provenReading(mcp, era);
      if (await isReadAmongOthers(mcp, era, { scheme })) return;
      const valid = await callRead(mcp, era, mcp.readOnly);
      const answer = await mcp.send(withAuthorization(valid, `${scheme} ${mcp.readOnly.token ?? ""}`));
      if (!mcp.succeeds(answer))
        failRequirement(`the scheme ${scheme} to be as good as Bearer (${era.name})`, answer);
    }),
});

export const otherScheme = advisory("authorization.other-scheme", {
  source: "OAuth 2.1, 5.1.1; MCP, Authorization, Token Requirements",
  text: "A token is one under the scheme Bearer alone: under another scheme, or under none, it opens nothing.",
  check: refusesRequests({
    offences: ({ readOnly: { token = "" } }) => [
      withCredentials("a token under the scheme Basic", `Basic ${token}`),
      withCredentials("a token without a scheme", token),
    ],
    isSparing: true,
  }),
});
