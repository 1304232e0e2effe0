import { advisory, inferred } from "../../../lib/mcp/requirement.ts";
import { withHeader } from "../../../lib/mcp/door.ts";
import { failRequirement, isStatus } from "../../../lib/mcp/oracles/fails.ts";
import { isReadAmongOthers, provenGuard, provenReading } from "../../../lib/mcp/oracles/prove-once.ts";
import { callRead } from "../../../lib/mcp/tools.ts";
import { TO_READ } from "../../../lib/profile/mcp-needs.ts";
import { OF_PROTECTED_SERVERS } from "./grounds.ts";

const SECTIONS = ["5"] as const;
/** Not of the form that OAuth 2.1 gives tokens. */
const MALFORMED = [
  { what: "a token with characters that no token has", value: "Bearer <never>|issued" },
  { what: "the scheme without a token", value: "Bearer" },
] as const;

export const malformedHeader = inferred("authorization.malformed-header", {
  sections: SECTIONS,
  needs: TO_READ,
  source: "OAuth 2.1, 5.1.1 and 5.3.2",
  text: "An Authorization header that holds no token by its form is answered 400 or 401.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp, effort }) =>
    mcp.inTurn(effort.tried(MALFORMED), async ({ what, value }, era) => {
      await provenGuard(mcp, era, { unknown: false });
      const valid = await callRead(mcp, era, mcp.readOnly);
      const answer = await mcp.send({ ...withHeader(valid, "Authorization", value), isProbe: true });
      isStatus(answer, [400, 401], `${what} (${era.name})`);
    }),
});

export const queryToken = inferred("authorization.query-token", {
  sections: SECTIONS,
  needs: TO_READ,
  source: "OAuth 2.1, 5.1; MCP 2025-03-26 and later, Authorization, Token Requirements",
  text: "A token in the query string has no effect: without one in the Authorization header the answer is 401.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp, effort }) =>
    mcp.eachEra(
      async (era) => {
        await provenGuard(mcp, era, { unknown: false });
        const request = await callRead(mcp, era, mcp.anonymous, mcp.readOnly);
        const url = new URL(request.url);
        url.searchParams.set("access_token", mcp.readOnly.token ?? "");
        const answer = await mcp.send({ ...request, url: url.href, isProbe: true });
        if (mcp.succeeds(answer))
          failRequirement(`a token in the query string to have no effect (${era.name})`, answer);
      },
      effort.isQuick ? "stateless" : undefined,
    ),
});

export const schemeCase = inferred("authorization.scheme-case", {
  sections: SECTIONS,
  needs: TO_READ,
  source: "OAuth 2.1, 5.1.1; RFC 9110, 11.1",
  text: "The scheme of the Authorization header is the same in any letter case.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp, effort }) =>
    mcp.inTurn(effort.tried(["bearer", "BEARER"]), async (scheme, era) => {
      await provenReading(mcp, era);
      if (await isReadAmongOthers(mcp, era, { scheme })) return;
      const valid = await callRead(mcp, era, mcp.readOnly);
      const value = `${scheme} ${mcp.readOnly.token ?? ""}`;
      const answer = await mcp.send(withHeader(valid, "Authorization", value));
      if (!mcp.succeeds(answer))
        failRequirement(`the scheme ${scheme} to be as good as Bearer (${era.name})`, answer);
    }),
});

export const otherScheme = advisory("authorization.other-scheme", {
  sections: SECTIONS,
  needs: TO_READ,
  source: "OAuth 2.1, 5.1.1; MCP, Authorization, Token Requirements",
  text: "A token is one under the scheme Bearer alone: under another scheme, or under none, it opens nothing.",
  check: async ({ mcp }) =>
    mcp.inTurn(["Basic ", ""], async (scheme, era) => {
      await provenGuard(mcp, era, { unknown: false });
      const valid = await callRead(mcp, era, mcp.readOnly);
      const value = `${scheme}${mcp.readOnly.token ?? ""}`;
      const answer = await mcp.send({ ...withHeader(valid, "Authorization", value), isProbe: true });
      const what = scheme === "" ? "without a scheme" : `under the scheme ${scheme.trim()}`;
      if (mcp.succeeds(answer)) failRequirement(`a token ${what} to open nothing (${era.name})`, answer);
    }),
});
