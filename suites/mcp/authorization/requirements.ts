import { chapterOf, GROUNDS, inEachEra, stated } from "../../../lib/mcp/service/requirement.ts";
import { InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import {
  type Challenge,
  OF_OTHER_STATUSES,
  parameterOf,
  readChallenges,
  repeatedIn,
} from "../../../lib/mcp/wire/challenge.ts";
import {
  bearerOf,
  findResource,
  firstChallenge,
  searchServers,
} from "../../../lib/mcp/discovery/discovery.ts";
import { headersOf, type McpAnswer, NEVER_ISSUED } from "../../../lib/mcp/wire/mcp-request.ts";
import { listOf } from "../../../lib/mcp/wire/metadata.ts";
import {
  ERROR_OF_ANOTHER_STATUS,
  failChallenge,
  failRequirement,
  NO_CHALLENGE,
  NO_CONTENT,
  SCOPE_UNREAD,
} from "../../../lib/mcp/refusals/fails.ts";
import {
  provenGuard,
  provenWrite,
  readingWithoutToken,
  readingWithUnknownToken,
  validReading,
} from "../../../lib/mcp/refusals/prove-once.ts";
import {
  hasNoEffect,
  readingOfWriter,
  writeOfReader,
  writeOfWriter,
} from "../../../lib/mcp/refusals/shared-writes.ts";
import { resultOf } from "../../../lib/mcp/wire/rpc.ts";
import { TO_ASK } from "../../../lib/profile/needs/mcp-needs.ts";
import {
  mcpAddress,
  readOnlyToken,
  readTool,
  readWriteToken,
  writeTool,
} from "../../../lib/profile/needs/needs.ts";
import { failMember, inServer } from "../../../lib/mcp/discovery/metadata-checks.ts";

const { inferred, advisory } = chapterOf(GROUNDS.protectedServer, TO_ASK);
const SCOPES = {
  needs: [mcpAddress, readOnlyToken, readWriteToken, readTool, writeTool],
} as const;
/** Of a place that has no document; what is wrong with one that is there, another requirement says. */
const NOT_THERE: readonly number[] = [404, 405, 410];
const OLD_REVISION = "2025-06-18";

export const challenge = inferred("authorization.challenge", {
  source: "OAuth 2.1, 5.3.1; RFC 9110, 11.6.1",
  text: "The MCP service answers a request without a token with a well-formed Bearer challenge, which has a parameter, and none of them twice.",
  check: async ({ mcp }) => {
    const { answer } = await firstChallenge(mcp);
    if (mcp.succeeds(answer)) throw new InconclusiveError("The request without a token was not refused.");
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
  check: async ({ mcp }) => {
    const { challenged: start, tried, found } = await findResource(mcp);
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
  check: async ({ mcp }) => {
    const { issuers, servers, tried, unasked } = await searchServers(mcp);
    if (servers.length > 0) return;
    if (unasked !== undefined) throw unasked;
    const last = tried.at(-1);
    if (last === undefined)
      throw new InconclusiveError("The metadata of the MCP service names no authorization server.");
    failRequirement(`the metadata of ${issuers.join(" or ")} at one of its places`, last.answer);
  },
});

export const pkce = inferred("authorization.pkce", {
  source: "OAuth 2.1, 7.6; MCP 2025-11-25 and later, Authorization Code Protection",
  text: "The metadata of the authorization server lists S256 among its code challenge methods.",
  check: inServer((document) => {
    const name = "code_challenge_methods_supported";
    if (!listOf(document.content[name]).includes("S256")) failMember(`"S256" in ${name}`, document, name);
  }),
});

export const twoScopes = stated("authorization.two-scopes", {
  sections: ["5", "9"],
  ...SCOPES,
  text: "There is a read-only and a read-write scope: with a token of either the read tool works, and the write tool with one of the second.",
  check: inEachEra(async (mcp, era) => {
    for (const read of [validReading, readingOfWriter]) {
      const answer = await read(mcp, era);
      if (!mcp.succeeds(answer))
        failRequirement(
          `the read tool to work with the ${answer.request.caller} token (${era.name})`,
          answer,
        );
    }
    const { answer, reading, tookEffect } = await writeOfWriter(mcp, era);
    const shows = Array.isArray(resultOf(reading)?.["content"]);
    if (!tookEffect)
      failRequirement(
        `the write tool to take effect with the read-write token (${era.name})`,
        answer,
        undefined,
        shows ? undefined : { ...NO_CONTENT, when: ["after a write"] },
      );
  }),
});

export const readOnly = inferred("authorization.read-only", {
  ...SCOPES,
  source: "OAuth 2.1, 1.4.1 and 5.2; MCP, Authorization, Token Handling",
  text: "A read-only token cannot change anything: what the write tool would have written does not show, whatever it answers.",
  because: "The scope is named Read-only.",
  check: inEachEra(async (mcp, era) => {
    await provenWrite(mcp, era);
    const attempted = await writeOfReader(mcp, era);
    hasNoEffect(attempted, `a write with the read-only token (${era.name})`, SCOPE_UNREAD);
  }),
});

export const errorCode = advisory("authorization.error-code", {
  needs: [mcpAddress, readOnlyToken, readTool],
  source: "OAuth 2.1, 5.3.1 and 5.3.2; RFC 6750, 3.1",
  text: "A challenge says `invalid_token` of a token that is not valid, and no error if there was no token.",
  check: inEachEra(async (mcp, era) => {
    await provenGuard(mcp, era);
    const absent = await readingWithoutToken(mcp, era);
    if (parameterOf(challengeOf(absent), "error") !== undefined)
      failChallenge(`no error without a token (${era.name})`, absent);
    const bad = await readingWithUnknownToken(mcp, era);
    const error = parameterOf(challengeOf(bad), "error");
    const isOther = error !== undefined && OF_OTHER_STATUSES.includes(error);
    if (error !== "invalid_token")
      failChallenge(
        `error="invalid_token" for ${NEVER_ISSUED.name} (${era.name})`,
        bad,
        isOther ? ERROR_OF_ANOTHER_STATUS : undefined,
      );
  }),
});

export const scopeHint = advisory("authorization.scope-hint", {
  source: "MCP 2025-11-25 and later, Authorization, Scope Selection Strategy",
  text: "The challenge to a request without a token says which scope to ask for.",
  check: async ({ mcp }) => {
    const { answer } = await firstChallenge(mcp);
    if (parameterOf(challengeOf(answer), "scope") === undefined)
      failChallenge("scope in the challenge", answer);
  },
});

export const tokenNotRepeated = advisory("authorization.token-not-repeated", {
  needs: [mcpAddress, readOnlyToken, readTool],
  source: "OAuth 2.1, 7.1; RFC 6750, 5.2",
  text: "The refusal of a token does not repeat it.",
  check: inEachEra(async (mcp, era) => {
    const answer = await readingWithUnknownToken(mcp, era);
    const whole = `${answer.headers.flat().join("\n")}\n${answer.text}`;
    if (whole.includes(NEVER_ISSUED.token))
      failRequirement(`the token not to be repeated (${era.name})`, answer, "It is repeated.");
  }),
});

/** @throws {InconclusiveError} without one, or with one that says nothing: that is judged elsewhere */
function challengeOf(answer: McpAnswer): Challenge {
  const found = bearerOf(answer);
  if (found !== undefined && found.parameters.length > 0) return found;
  throw new InconclusiveError("There is no challenge to look at.");
}
