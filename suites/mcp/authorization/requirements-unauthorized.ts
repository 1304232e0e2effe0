import type { McpMeans } from "../../../lib/mcp/means.ts";
import {
  ERROR_OF_ANOTHER_STATUS,
  failChallenge,
  failRequirement,
  NO_CHALLENGE,
} from "../../../lib/mcp/refusals/fails.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import {
  bearerParametersOf,
  bearersOf,
  OF_OTHER_STATUSES,
  repeatedIn,
} from "../../../lib/mcp/wire/challenge.ts";
import type { McpAnswer } from "../../../lib/mcp/wire/mcp-request.ts";
import { isOfService } from "../../../lib/mcp/wire/metadata.ts";
import { memberOf, messagesOf } from "../../../lib/mcp/wire/rpc.ts";
import { TO_READ } from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.protectedServer, TO_READ);
/** Values that RFC 6750, section 3, allows in the parameters of a challenge. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  error: /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/,
  error_description: /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/,
  error_uri: /^[\x21\x23-\x5b\x5d-\x7e]+$/,
  scope: /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/,
};

export const challengeEverywhere = inferred("authorization.challenge-everywhere", {
  source: "RFC 6750, 3; RFC 9110, 15.5.2",
  text: "Every 401 of the MCP service has a well-formed Bearer challenge with a parameter, whatever was refused. No challenge of a 401 or 403 has a parameter twice.",
  check: async (means) => {
    for (const answer of await challenging(means)) {
      const twice = bearersOf(answer).flatMap(repeatedIn);
      if (twice.length > 0) failChallenge(`${twice.join(", ")} once in the challenge`, answer);
    }
    for (const answer of await unauthorized(means)) {
      const bearers = bearersOf(answer);
      const label = { ...NO_CHALLENGE, when: [`of ${answer.request.label}`] };
      if (bearers.length === 0) failChallenge("a Bearer challenge", answer, label);
      if (bearers.some(({ parameters }) => parameters.length === 0))
        failChallenge("a parameter of the challenge", answer, label);
    }
  },
});

export const oneChallenge = advisory("authorization.one-bearer-challenge", {
  source: "RFC 6750, 3; RFC 9728, 5.1",
  text: "A 401 has one Bearer challenge: of two, a client may read either.",
  check: async (means) => {
    for (const answer of await unauthorized(means))
      if (bearersOf(answer).length > 1) failChallenge("one Bearer challenge", answer);
  },
});

export const challengeCharacters = inferred("authorization.challenge-characters", {
  source: "RFC 6750, 3; OAuth 2.1, 5.3.1",
  text: "`error`, `error_description`, `error_uri` and `scope` of a challenge hold the characters alone that they may, in a 401 and in a 403.",
  check: async (means) => {
    for (const answer of await challenging(means))
      for (const [name, value] of bearerParametersOf(answer))
        if (ALLOWED[name]?.test(value) === false)
          failChallenge(`${name} of the characters that it may have`, answer);
  },
});

export const challengeMetadata = inferred("authorization.challenge-metadata", {
  source: "RFC 9728, 3.3 and 5.1",
  text: "Every `resource_metadata` of a challenge leads to the metadata of this MCP service.",
  check: async (means) => {
    const { pointer: first } = await means.firstChallenge();
    const seen = new Set([first]);
    for (const answer of await challenging(means))
      for (const [name, pointer] of bearerParametersOf(answer)) {
        if (name !== "resource_metadata" || seen.has(pointer)) continue;
        seen.add(pointer);
        const content = await means.resourceAt(pointer);
        if (!isOfService(means.mcp.url, content?.["resource"]))
          failChallenge("resource_metadata that leads to the metadata of this service", answer);
      }
  },
});

export const errorStatus = advisory("authorization.error-status", {
  source: "RFC 6750, 3.1; OAuth 2.1, 5.3.2",
  text: "A 401 does not name an error of another status: `insufficient_scope` is for 403, `invalid_request` for 400.",
  check: async (means) => {
    for (const answer of await unauthorized(means))
      for (const [name, value] of bearerParametersOf(answer))
        if (name === "error" && OF_OTHER_STATUSES.includes(value))
          failChallenge("no error of another status", answer, ERROR_OF_ANOTHER_STATUS);
  },
});

export const revealsNothing = inferred("authorization.refusal-reveals-nothing", {
  source: "MCP 2025-06-18 and later, Authorization, Access Token Privilege Restriction",
  text: "A 401 holds no result, and does not name the tools.",
  check: async (means) => {
    const { facts } = means.mcp;
    const tools = [facts.read?.tool, facts.write?.tool].filter((tool) => tool !== undefined);
    for (const answer of await unauthorized(means)) {
      const { text, request } = answer;
      if (messagesOf(answer).some((message) => memberOf(message, "result") !== undefined))
        failRequirement("no result in a 401", answer);
      const named = tools.find((tool) => text.includes(tool) && request.body?.includes(tool) !== true);
      if (named !== undefined) failRequirement(`no tool to be named in a 401, such as ${named}`, answer);
    }
  },
});

/** Every 401 of the service in the run so far, and at least one to a request without a token and with a bad one. */
async function unauthorized({ mcp, firstChallenge, anyEra }: McpMeans): Promise<readonly McpAnswer[]> {
  await firstChallenge();
  await (await anyEra()).readingWithUnknownToken();
  return mcp.answers.filter(({ status }) => status === 401);
}

/** These, and every 403 of the run so far. */
async function challenging(means: McpMeans): Promise<readonly McpAnswer[]> {
  return [...(await unauthorized(means)), ...means.mcp.answers.filter(({ status }) => status === 403)];
}
