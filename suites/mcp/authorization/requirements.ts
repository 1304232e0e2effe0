import { form, inServer, keepsRows } from "../../../lib/mcp/discovery/metadata-rows.ts";
import {
  ERROR_OF_ANOTHER_STATUS,
  failChallenge,
  failRequirement,
  throwInconclusive,
  NO_CHALLENGE,
  NO_CONTENT,
  SCOPE_UNREAD,
} from "../../../lib/mcp/refusals/fails.ts";
import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/requirement.ts";
import {
  bearersOf,
  type Challenge,
  OF_OTHER_STATUSES,
  parameterOf,
  readChallenges,
  repeatedIn,
} from "../../../lib/mcp/wire/challenge.ts";
import { headersOf, type McpAnswer, NEVER_ISSUED } from "../../../lib/mcp/wire/mcp-request.ts";
import { resultOf } from "../../../lib/mcp/wire/rpc.ts";
import { TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";

const { stated, inferred, advisory } = chapterOf(GROUNDS.protectedServer, TO_ASK);
/** Of a place that has no document; what is wrong with one that is there, another requirement says. */
const NOT_THERE: readonly number[] = [404, 405, 410];
/** A shorter one may be in an answer by chance. */
const LEAST_TOKEN_CHARS = 16;
const OLD_REVISION = "2025-06-18";

export const challenge = inferred("authorization.challenge", {
  source: "OAuth 2.1, 5.3.1; RFC 9110, 11.6.1",
  text: "The MCP service answers a request without a token with a well-formed Bearer challenge, which has a parameter, and none of them twice.",
  check: async ({ firstChallenge, mcp }) => {
    const { answer } = await firstChallenge();
    if (mcp.succeeds(answer)) throwInconclusive("The request without a token was not refused.");
    const challenges = readChallenges(headersOf(answer, "www-authenticate"));
    if (challenges === undefined) failChallenge("WWW-Authenticate by its grammar", answer, NO_CHALLENGE);
    const bearer = challenges.find(({ scheme }) => scheme === "bearer");
    if (bearer === undefined) failChallenge("a challenge of the scheme Bearer", answer, NO_CHALLENGE);
    if (bearer.parameters.length === 0) failChallenge("a parameter of the challenge", answer, NO_CHALLENGE);
    const [twice] = repeatedIn(bearer);
    if (twice !== undefined) failChallenge(`${twice} once in the challenge`, answer);
  },
});

export const resourceMetadata = inferred("authorization.resource-metadata", {
  source: "RFC 9728, 5.1; MCP 2025-06-18 and later, Authorization Server Location",
  text: "The metadata of the MCP service can be found: by an absolute URL in the challenge, or at a well-known place.",
  check: async ({ findResource, mcp }) => {
    const { challenged: start, tried, found } = await findResource();
    const handshake = await mcp.handshake();
    const isOld = handshake !== undefined && handshake.revision <= OLD_REVISION;
    const isOnlyOld = isOld && (await mcp.stateless()) === undefined;
    if (start.pointer === undefined && isOnlyOld)
      failChallenge("resource_metadata in the challenge", start.answer);
    const last = tried.at(-1);
    if (found !== undefined || tried.some(({ answer }) => !NOT_THERE.includes(answer.status))) return;
    if (last === undefined)
      failRequirement("an absolute URL as resource_metadata", start.answer, String(start.pointer));
    failRequirement(`the metadata at ${tried.map(({ url }) => url).join(" or ")}`, last.answer);
  },
});

export const serverMetadata = inferred("authorization.server-metadata", {
  source: "RFC 8414, 3; MCP 2025-06-18 and later, Authorization Server Metadata Discovery",
  text: "An authorization server that the MCP service names publishes its metadata at a place where clients look for it.",
  check: async ({ searchServers }) => {
    const { issuers, servers, tried, unasked } = await searchServers();
    if (servers.length > 0) return;
    if (unasked !== undefined) throw unasked;
    const last = tried.at(-1);
    if (last === undefined)
      throwInconclusive("The metadata of the MCP service names no authorization server.");
    failRequirement(`the metadata of ${issuers.join(" or ")} at one of its places`, last.answer);
  },
});

export const pkce = inferred("authorization.pkce", {
  source: "OAuth 2.1, 7.6; MCP 2025-11-25 and later, Authorization Code Protection",
  text: "The metadata of the authorization server lists S256 among its code challenge methods.",
  check: keepsRows(inServer("code_challenge_methods_supported", form.lists("S256"))),
});

export const twoScopes = stated("authorization.two-scopes", {
  sections: ["5", "9"],
  needs: TO_WRITE,
  text: "There is a read-only and a read-write scope: with a token of either the read tool works, and the write tool with one of the second.",
  check: inEachEra(async ({ mcp, fail, answerAt, readingOfWriter, writeOfWriter }) => {
    for (const answer of [await answerAt("tools/call"), await readingOfWriter()])
      if (!mcp.succeeds(answer))
        fail(`the read tool to work with the ${answer.request.caller} token`, answer);
    const { answer, reading, tookEffect } = await writeOfWriter();
    const shows = Array.isArray(resultOf(reading)?.["content"]);
    const deviation = shows ? undefined : { ...NO_CONTENT, when: ["after a write"] };
    const expected = "the write tool to take effect with the read-write token";
    if (!tookEffect) fail(expected, answer, undefined, deviation);
  }),
});

export const readOnly = inferred("authorization.read-only", {
  needs: TO_WRITE,
  source: "OAuth 2.1, 1.4.1 and 5.2; MCP, Authorization, Token Handling",
  text: "A read-only token cannot change anything: what the write tool would have written does not show, whatever it answers.",
  because: "The scope is named Read-only.",
  check: inEachEra(async (service) => {
    await service.provenWrite();
    const attempted = await service.writeOfReader();
    service.hasNoEffect(attempted, "a write with the read-only token", SCOPE_UNREAD);
  }),
});

export const errorCode = advisory("authorization.error-code", {
  needs: TO_READ,
  source: "OAuth 2.1, 5.3.1 and 5.3.2; RFC 6750, 3.1",
  text: "A challenge says `invalid_token` of a token that is not valid, and no error if there was no token.",
  check: inEachEra(async (service) => {
    await service.provenGuard();
    const absent = await service.readingWithoutToken();
    if (parameterOf(challengeOf(absent), "error") !== undefined)
      failChallenge(`no error without a token (${service.era.name})`, absent);
    const bad = await service.readingWithUnknownToken();
    const error = parameterOf(challengeOf(bad), "error");
    if (error === "invalid_token") return;
    const isOther = error !== undefined && OF_OTHER_STATUSES.includes(error);
    const expected = `error="invalid_token" for ${NEVER_ISSUED.name} (${service.era.name})`;
    failChallenge(expected, bad, isOther ? ERROR_OF_ANOTHER_STATUS : undefined);
  }),
});

export const scopeHint = advisory("authorization.scope-hint", {
  source: "MCP 2025-11-25 and later, Authorization, Scope Selection Strategy",
  text: "The challenge to a request without a token says which scope to ask for.",
  check: async ({ firstChallenge }) => {
    const { answer } = await firstChallenge();
    if (parameterOf(challengeOf(answer), "scope") === undefined)
      failChallenge("scope in the challenge", answer);
  },
});

export const tokenNotRepeated = advisory("authorization.token-not-repeated", {
  needs: TO_READ,
  source: "OAuth 2.1, 7.1; RFC 6750, 5.2",
  text: "No answer repeats the token of its request: neither a refusal, nor the id of a session or a cookie, as it is or in Base64.",
  check: async ({ mcp, eachEra }) => {
    await eachEra(async ({ readingWithUnknownToken }) => void (await readingWithUnknownToken()));
    for (const answer of mcp.answers) {
      const [given = ""] = headersOf(answer.request, "authorization");
      const token = given.slice(given.indexOf(" ") + 1);
      if (token.length >= LEAST_TOKEN_CHARS && showsText(answer, token))
        failRequirement("the token not to be repeated", answer, "It is repeated.");
    }
  },
});

function showsText({ headers, text }: McpAnswer, wanted: string): boolean {
  const whole = `${headers.flat().join(" ")} ${text}`;
  const decoded = whole.split(/[^\w+/-]+/).map((word) => Buffer.from(word, "base64").toString());
  return [whole, ...decoded].some((one) => one.includes(wanted));
}

/** @throws {InconclusiveError} without one, or with one that says nothing: that is judged elsewhere */
function challengeOf(answer: McpAnswer): Challenge {
  const [found] = bearersOf(answer);
  if (found !== undefined && found.parameters.length > 0) return found;
  return throwInconclusive("There is no challenge to look at.");
}
