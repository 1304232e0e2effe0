import {
  doorsNamed,
  everyDoor,
  type McpOffence,
  NO_TOKEN,
  UNKNOWN_TOKEN,
  withAuthorization,
  withToken,
} from "../../../lib/mcp/refusals/doors.ts";
import {
  alteredTokens,
  forgedTokens,
  withCredentials,
  withoutBearer,
} from "../../../lib/mcp/refusals/offences.ts";
import { failRequirement, isStatus, WRITES_WITHOUT_TOKEN } from "../../../lib/mcp/refusals/fails.ts";
import {
  handshakeEraOf,
  isReadAmongOthers,
  provenReading,
  provenWrite,
} from "../../../lib/mcp/refusals/prove-once.ts";
import { inEra, refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/service/requirement.ts";
import { callRead } from "../../../lib/mcp/service/tools.ts";
import { TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import { hasNoEffect, writeWithoutToken } from "../../../lib/mcp/refusals/shared-writes.ts";
import { expiredToken, otherResourceToken, otherServerToken } from "../../../lib/profile/needs/needs.ts";

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

const TOKEN_NEEDED = "MCP 2025-03-26 and later, Authorization, Access Token Usage; OAuth 2.1, 5.1";
const TOKEN_HANDLING = "MCP 2025-03-26 and later, Authorization, Token Handling; OAuth 2.1, 5.2";
/** Of altered and of forged tokens, those that quick depth leaves out. */
const RARE: readonly string[] = [
  "the first half of a token",
  "a token without its signature",
  'an unsigned token that names the algorithm "None"',
  "a token that is signed with an empty key",
];
const isFrequent = ({ offence }: { readonly offence: McpOffence }) => !RARE.includes(offence.what);

export const withoutTokenOpening = inferred("authorization.without-token-opening", {
  needs: TO_ASK,
  source: TOKEN_NEEDED,
  text: "The first request of a client, `initialize` or `server/discover`, is answered 401 without a token.",
  check: refusesRequests({
    offences: [NO_TOKEN],
    doors: doorsNamed("initialize", "server/discover"),
    statuses: [401],
  }),
});

export const withoutTokenListing = inferred("authorization.without-token-listing", {
  needs: TO_ASK,
  source: TOKEN_NEEDED,
  text: "The list of tools is answered 401 without a token.",
  check: refusesRequests({ offences: [NO_TOKEN], doors: doorsNamed("tools/list"), statuses: [401] }),
});

export const withoutTokenReading = inferred("authorization.without-token-reading", {
  source: TOKEN_NEEDED,
  text: "A call of the tool that reads is answered 401 without a token.",
  check: refusesRequests({ offences: [NO_TOKEN], statuses: [401] }),
});

export const withoutTokenWriting = inferred("authorization.without-token-writing", {
  needs: TO_WRITE,
  source: TOKEN_NEEDED,
  text: "A call of the tool that writes has no effect without a token, and is answered 401.",
  check: inEachEra(async (mcp, era) => {
    await provenWrite(mcp, era);
    const attempted = await writeWithoutToken(mcp, era);
    hasNoEffect(attempted, `a write without a token (${era.name})`, WRITES_WITHOUT_TOKEN);
    isStatus(attempted.answer, [401], `writing without a token (${era.name})`);
  }),
});

export const withoutTokenNotification = inferred("authorization.without-token-notification", {
  needs: TO_ASK,
  source: TOKEN_NEEDED,
  text: "A notification is answered 401 without a token.",
  check: refusesRequests({
    offences: [NO_TOKEN],
    doors: doorsNamed("a notification"),
    statuses: [401],
    atQuick: [inEra("handshake")],
  }),
});

export const withoutTokenStream = inferred("authorization.without-token-stream", {
  needs: TO_ASK,
  source: TOKEN_NEEDED,
  text: "Without a token a GET, for a stream of events, and a DELETE, of a session, are answered 401, or 405 if there is no such thing.",
  check: async (context) => {
    await handshakeEraOf(context.mcp);
    await refusesRequests({
      offences: [NO_TOKEN],
      doors: doorsNamed("GET", "DELETE"),
      statuses: [401],
    })(context);
  },
});

export const wrongToken = inferred("authorization.wrong-token", {
  source: TOKEN_HANDLING,
  text: "A token that was never issued, or is cut, extended or changed, is answered 401.",
  check: async (context) => {
    await refusesRequests({ offences: [UNKNOWN_TOKEN], statuses: [401] })(context);
    await refusesRequests({
      offences: ({ readOnly }) => alteredTokens(readOnly.token ?? ""),
      statuses: [401],
      atQuick: [isFrequent],
    })(context);
  },
});

export const forgedToken = inferred("authorization.forged-token", {
  source: `${TOKEN_HANDLING}; RFC 8725, 3.1 and 3.2`,
  text: "A JSON Web Token with the claims of a valid one is answered 401 when it is unsigned, or signed by another party.",
  check: refusesRequests({
    offences: async ({ readOnly }) => forgedTokens(readOnly.token ?? ""),
    statuses: [401],
    atQuick: [isFrequent],
  }),
});

/** Whether the end of a session is tried with one token more. */
const ENDS_SESSIONS = { quick: 0, standard: 0, deep: 1 };

/** Checks that every kind of request refuses a token. At quick depth it tries one. */
function refusedEverywhere(
  what: string,
  tokenOf: (facts: Mcp["facts"]) => string | null,
  ...atQuick: readonly ["tools/call", "handshake"] | readonly ["tools/list", "stateless"]
) {
  const [name, era] = atQuick;
  return refusesRequests({
    offences: ({ facts }) => [withToken(what, tokenOf(facts) ?? "")],
    doors: async (mcp, effort) =>
      (await everyDoor(mcp)).filter((door) => door.name !== "DELETE" || effort.at(ENDS_SESSIONS) > 0),
    statuses: [401],
    atQuick: [({ door }) => door.name === name, inEra(era)],
  });
}

export const expired = inferred("authorization.expired-token", {
  needs: [...TO_READ, expiredToken],
  source: TOKEN_HANDLING,
  text: "A token that has expired is answered 401 by every kind of request.",
  check: refusedEverywhere("an expired token", (facts) => facts.expiredToken, "tools/call", "handshake"),
});

export const otherResource = inferred("authorization.other-resource-token", {
  needs: [...TO_READ, otherResourceToken],
  source: `${TOKEN_HANDLING}; RFC 8707, 2`,
  text: "A token that was issued for another resource is answered 401 by every kind of request.",
  check: refusedEverywhere(
    "a token for another resource",
    (facts) => facts.otherResourceToken,
    "tools/list",
    "stateless",
  ),
});

export const otherServer = inferred("authorization.other-server-token", {
  needs: [...TO_READ, otherServerToken],
  source: TOKEN_HANDLING,
  text: "A token of another authorization server is answered 401 by every kind of request.",
  check: refusedEverywhere(
    "a token of another authorization server",
    (facts) => facts.otherServerToken,
    "tools/call",
    "handshake",
  ),
});
