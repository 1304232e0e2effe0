import { everyDoor, type McpOffence } from "../../../lib/mcp/refusals/doors.ts";
import { WITHOUT_TOKEN } from "../../../lib/mcp/refusals/fails.ts";
import { forgedTokens } from "../../../lib/mcp/oauth/forged-tokens.ts";
import * as offences from "../../../lib/mcp/refusals/offences.ts";
import { READING_FORMS } from "../../../lib/mcp/refusals/proofs.ts";
import { refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/requirement.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import { AS_NOTIFICATION } from "../../../lib/mcp/wire/call-forms.ts";
import * as needs from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.protectedServer, needs.TO_READ);
const QUERY_NAMES = ["access_token", "token", "bearer_token", "auth_token"];
/** Of a longer token, several are more than a server reads of an address. */
const SHORT_CHARS = 1_000;
const DOOR_AT_QUICK = { handshake: "tools/call", stateless: "tools/list" };
const BAD_CHARACTERS = "a token with characters that no token has";

export const malformedHeader = inferred("authorization.malformed-header", {
  source: "OAuth 2.1, 5.1.1 and 5.3.2",
  text: "An Authorization header that holds no token by its form is answered 400 or 401.",
  check: refusesRequests({
    offences: [
      offences.withCredentials(BAD_CHARACTERS, "Bearer <never>|issued"),
      offences.withCredentials("the scheme without a token", "Bearer"),
    ],
    statuses: [400, 401],
    atQuick: ({ what }) => what === BAD_CHARACTERS,
    eraAtQuick: "stateless",
    isSparing: true,
  }),
});

export const queryToken = inferred("authorization.query-token", {
  source: "OAuth 2.1, 5.1; MCP 2025-03-26 and later, Authorization, Token Requirements",
  text: "A token in the query string has no effect at any kind of request: without one in the Authorization header the answer is 401, or 400.",
  check: refusedEverywhere(
    ({ readOnly: { token = "" } }) =>
      offences.withoutBearer("a token in the query string", (valid) => {
        const url = new URL(valid.url);
        for (const name of token.length > SHORT_CHARS ? QUERY_NAMES.slice(0, 1) : QUERY_NAMES)
          url.searchParams.set(name, token);
        return { ...offences.withAuthorization(valid, undefined), url: url.href };
      }),
    [401, 400],
  ),
});

export const schemeCase = inferred("authorization.scheme-case", {
  source: "OAuth 2.1, 5.1.1; RFC 9110, 11.1",
  text: "The scheme of the Authorization header is the same in any letter case.",
  check: async ({ inTurn, effort }) =>
    inTurn(effort.tried(["bearer", "BEARER"]), async (scheme, { readsIn }) =>
      readsIn(READING_FORMS.scheme(scheme)),
    ),
});

export const otherScheme = advisory("authorization.other-scheme", {
  source: "OAuth 2.1, 5.1.1; MCP, Authorization, Token Requirements",
  text: "A token is one under the scheme Bearer alone: under another scheme, or under none, it opens nothing.",
  check: refusesRequests({
    offences: ({ readOnly: { token = "" } }, effort) =>
      effort.tried([
        offences.withCredentials("a token under the scheme Basic", `Basic ${token}`),
        offences.withCredentials("a token without a scheme", token),
      ]),
    isSparing: true,
    eraAtQuick: "stateless",
  }),
});

const TOKEN_NEEDED = "MCP 2025-03-26 and later, Authorization, Access Token Usage; OAuth 2.1, 5.1";
const TOKEN_HANDLING = "MCP 2025-03-26 and later, Authorization, Token Handling; OAuth 2.1, 5.2";

export const withoutTokenOpening = inferred("authorization.without-token-opening", {
  needs: needs.TO_ASK,
  source: TOKEN_NEEDED,
  text: "The first request of a client, `initialize` or `server/discover`, is answered 401 without a token.",
  check: refusesRequests({
    offences: [offences.NO_TOKEN],
    doors: ["initialize", "server/discover"],
    statuses: [401],
  }),
});

export const withoutTokenListing = inferred("authorization.without-token-listing", {
  needs: needs.TO_ASK,
  source: TOKEN_NEEDED,
  text: "The list of tools is answered 401 without a token.",
  check: refusesRequests({ offences: [offences.NO_TOKEN], doors: ["tools/list"], statuses: [401] }),
});

export const withoutTokenReading = inferred("authorization.without-token-reading", {
  source: TOKEN_NEEDED,
  text: "A call of the tool that reads is answered 401 without a token.",
  check: refusesRequests({ offences: [offences.NO_TOKEN], statuses: [401] }),
});

export const withoutTokenWriting = inferred("authorization.without-token-writing", {
  needs: needs.TO_WRITE,
  source: TOKEN_NEEDED,
  text: "A call of the tool that writes has no effect without a token, also as a notification, and is answered 401.",
  check: inEachEra(async (service, { isQuick }) => {
    await service.provenWrite();
    const { mcp, attemptForbiddenWrite } = service;
    const asNotification = async () => attemptForbiddenWrite(mcp.anonymous, mcp.readWrite, AS_NOTIFICATION);
    const attempts = [await service.writeWithoutToken(), ...(isQuick ? [] : [await asNotification()])];
    for (const attempted of attempts) {
      service.hasNoEffect(attempted, "a write without a token", WITHOUT_TOKEN);
      service.isStatus(attempted.answer, [401], "writing without a token", WITHOUT_TOKEN);
    }
  }),
});

export const withoutTokenNotification = inferred("authorization.without-token-notification", {
  needs: needs.TO_ASK,
  source: TOKEN_NEEDED,
  text: "A notification is answered 401 without a token.",
  check: refusesRequests({
    offences: [offences.NO_TOKEN],
    doors: ["a notification"],
    statuses: [401],
    eraAtQuick: "handshake",
  }),
});

export const withoutTokenStream = inferred("authorization.without-token-stream", {
  needs: needs.TO_ASK,
  source: TOKEN_NEEDED,
  text: "Without a token a GET, for a stream of events, and a DELETE, of a session, are answered 401, or 405 if there is no such thing.",
  check: async (means) => {
    await means.handshake();
    await refusesRequests({
      offences: [offences.NO_TOKEN],
      doors: ["GET", "DELETE"],
      statuses: [401],
    })(means);
  },
});

export const wrongToken = inferred("authorization.wrong-token", {
  source: TOKEN_HANDLING,
  text: "A token that was never issued, or is cut, extended or changed, is answered 401.",
  check: async (means) => {
    await refusesRequests({ offences: [offences.UNKNOWN_TOKEN], statuses: [401] })(means);
    await refusesRequests({ offences: offences.alteredTokens, statuses: [401] })(means);
  },
});

export const forgedToken = inferred("authorization.forged-token", {
  source: `${TOKEN_HANDLING}; RFC 8725, 3.1 and 3.2`,
  text: "A JSON Web Token with the claims of a valid one is answered 401 when it is unsigned, or signed by another party.",
  check: refusesRequests({ offences: forgedTokens, statuses: [401] }),
});

/** Checks that every kind of request refuses an offence. At quick depth it tries one in each era. */
function refusedEverywhere(offenceOf: (mcp: Mcp) => McpOffence, statuses = [401]) {
  return refusesRequests({
    offences: (mcp) => [offenceOf(mcp)],
    doors: async (mcp) => everyDoor(mcp, ["ping"]),
    statuses,
    atQuick: (_offence, { name, era }) => name === DOOR_AT_QUICK[era.name],
  });
}

function ofProfile(field: keyof typeof offences.BAD_TOKENS) {
  return ({ facts }: Mcp) => offences.badToken(field, facts[field] ?? "");
}

export const expired = inferred("authorization.expired-token", {
  needs: [...needs.TO_READ, needs.expiredToken],
  source: TOKEN_HANDLING,
  text: "A token that has expired is answered 401 by every kind of request.",
  check: refusedEverywhere(ofProfile("expiredToken")),
});

export const otherResource = inferred("authorization.other-resource-token", {
  needs: [...needs.TO_READ, needs.otherResourceToken],
  source: `${TOKEN_HANDLING}; RFC 8707, 2`,
  text: "A token that was issued for another resource is answered 401 by every kind of request.",
  check: refusedEverywhere(ofProfile("otherResourceToken")),
});

export const otherServer = inferred("authorization.other-server-token", {
  needs: [...needs.TO_READ, needs.otherServerToken],
  source: TOKEN_HANDLING,
  text: "A token of another authorization server is answered 401 by every kind of request.",
  check: refusedEverywhere(ofProfile("otherServerToken")),
});
