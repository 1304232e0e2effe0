import { inferred } from "../../../lib/mcp/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/verdict.ts";
import { UNVERIFIED } from "../../../lib/mcp/altered-tokens.ts";
import { batchOf, REVISION_WITH_BATCHES } from "../../../lib/mcp/batch.ts";
import { FREQUENT_MCP_DETOURS, MCP_DETOURS } from "../../../lib/mcp/detours.ts";
import {
  type Caller,
  type McpAnswer,
  type McpRequest,
  NEVER_ISSUED,
  withHeader,
} from "../../../lib/mcp/door.ts";
import type { Era } from "../../../lib/mcp/era.ts";
import type { Mcp } from "../../../lib/mcp/mcp.ts";
import { listOf } from "../../../lib/mcp/metadata.ts";
import { failRequirement, isStatus } from "../../../lib/mcp/oracles/fails.ts";
import { provenGuard, provenList, provenWrite } from "../../../lib/mcp/oracles/prove-once.ts";
import { refusedAmongOthers, writeWithoutToken } from "../../../lib/mcp/oracles/shared-writes.ts";
import { kindsOfEras } from "../../../lib/mcp/request-kinds.ts";
import { memberOf, messagesOf } from "../../../lib/mcp/rpc.ts";
import { toolsListed } from "../../../lib/mcp/tools-listed.ts";
import { type Attempted, attemptForbiddenWrite, callRead, callTool } from "../../../lib/mcp/tools.ts";
import { TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/mcp-needs.ts";
import { readWriteToken, writeTool } from "../../../lib/profile/needs.ts";
import { OF_PROTECTED_SERVERS } from "./grounds.ts";

const ASKING = { sections: ["5"], needs: TO_ASK, because: OF_PROTECTED_SERVERS } as const;
const READING = { sections: ["5"], needs: TO_READ, because: OF_PROTECTED_SERVERS } as const;
const EVERY_REQUEST = "MCP 2025-03-26 and later, Authorization, Token Requirements";
const TOKEN_HANDLING = "MCP 2025-03-26 and later, Authorization, Token Handling; OAuth 2.1, 5.2";
/** In turn of an era that has the method. */
const METHODS = ["resources/list", "ping", "prompts/list", "conformance/no-such-method"] as const;
const REFUSED_FROM = 400;
const TOOLS_TRIED = { quick: 3, standard: 10, deep: 1_000 };

export const withoutTokenBatch = inferred("authorization.without-token-batch", {
  ...READING,
  source: EVERY_REQUEST,
  text: "A batch of messages without a token brings nothing.",
  check: async ({ mcp, effort }) => {
    await mcp.eachEra(
      async (era) => bringsNothingInABatch(mcp, era),
      effort.isQuick ? "handshake" : undefined,
    );
    const isTried = effort.isQuick || (await mcp.handshake())?.revision === REVISION_WITH_BATCHES;
    const era = isTried ? undefined : await mcp.handshakeAt(REVISION_WITH_BATCHES);
    if (era !== undefined) await bringsNothingInABatch(mcp, era);
  },
});

/** @throws {Violation} */
async function bringsNothingInABatch(mcp: Mcp, era: Era): Promise<void> {
  await provenGuard(mcp, era, { unknown: false });
  const [first, last] = [await readWithoutToken(mcp, era), await readWithoutToken(mcp, era)];
  const answer = await mcp.send({ ...batchOf(first, last), isProbe: true });
  if (bringsResult(answer))
    failRequirement(`a batch without a token to bring nothing (${era.name} ${era.revision})`, answer);
}

export const withoutTokenMethods = inferred("authorization.without-token-methods", {
  ...ASKING,
  source: EVERY_REQUEST,
  text: "No method brings a result without a token.",
  check: async ({ mcp, effort }) =>
    mcp.inEras(effort.tried(METHODS), effort, async (method, era) => {
      await provenList(mcp, era);
      const request = await era.request(method, {}, mcp.anonymous, mcp.readOnly);
      const answer = await mcp.send({ ...request, isProbe: true });
      if (bringsResult(answer))
        failRequirement(`no result of ${method} without a token (${era.name})`, answer);
    }),
});

/** A server that asks for no token carries out such a call: only a run that may write sends it. */
export const withoutTokenTools = inferred("authorization.without-token-tools", {
  ...ASKING,
  needs: [...TO_ASK, readWriteToken, writeTool],
  source: EVERY_REQUEST,
  text: "A call of any tool that the service lists is answered 401 without a token.",
  check: async ({ mcp, effort }) => {
    const era = await mcp.anyEra();
    const { tools } = await toolsListed(mcp, era);
    const names = tools.map((tool) => memberOf(tool, "name"));
    const { read, write, undo } = mcp.facts;
    const known = [read?.tool, write?.tool, undo?.tool];
    const others = names.filter((name) => typeof name === "string").filter((name) => !known.includes(name));
    if (others.length === 0)
      throw new InapplicableError("The service lists no tools but those of the profile.");
    for (const tool of others.slice(0, effort.at(TOOLS_TRIED))) {
      const request = await callTool(era, { tool, arguments: {} }, mcp.anonymous, mcp.readWrite);
      isStatus(await mcp.send({ ...request, isProbe: true }), [401], `the tool ${tool} without a token`);
    }
  },
});

export const withoutTokenDetours = inferred("authorization.without-token-detours", {
  ...READING,
  source: EVERY_REQUEST,
  text: "No other spelling of the address, no other method or content type, and no header that gateways trust replaces a token.",
  check: async ({ mcp, effort }) => {
    const detours = effort.isQuick ? FREQUENT_MCP_DETOURS : MCP_DETOURS;
    await mcp.inTurn(detours, async ({ what, take }, era) => {
      await provenGuard(mcp, era);
      const answer = await mcp.send({ ...take(await readWithoutToken(mcp, era)), isProbe: true });
      if (bringsResult(answer))
        failRequirement(`nothing without a token, with ${what} (${era.name})`, answer);
    });
  },
});

export const wrongTokenEverywhere = inferred("authorization.wrong-token-everywhere", {
  ...ASKING,
  source: TOKEN_HANDLING,
  text: "A token that was never issued is answered 401 by every kind of request: the first one, a list, a notification, a stream, the end of a session.",
  check: async ({ mcp, effort }) => {
    await mcp.eachEra(async (era) => provenList(mcp, era));
    for (const { kind } of await kindsOfEras(mcp, effort)) {
      const { name, type, build } = kind;
      if (name !== "tools/call")
        await isRefused(mcp, await build(NEVER_ISSUED), type === "bare" ? [401, 405] : [401]);
    }
    const handshake = effort.isQuick ? undefined : await mcp.handshake();
    if (handshake !== undefined)
      await isRefused(mcp, await handshake.request("ping", {}, NEVER_ISSUED, mcp.readOnly), [401]);
  },
});

export const wrongTokenWrites = inferred("authorization.wrong-token-writes", {
  ...ASKING,
  needs: TO_WRITE,
  source: TOKEN_HANDLING,
  text: "A token that is not valid here writes nothing: one that was never issued, has expired, or is for another resource or of another server.",
  check: async ({ mcp, effort }) =>
    mcp.inTurn(effort.triedSparingly(badTokens(mcp)), async ({ token, name, accepted }, era) => {
      await provenWrite(mcp, era);
      const { reading, tookEffect } = await writeWith(mcp, era, { name, token });
      if (!tookEffect) return;
      if ((await writeWithoutToken(mcp, era)).tookEffect)
        throw new InconclusiveError("Cannot be judged while a write without a token takes effect.");
      const served = { what: accepted, when: [name, "for a write"] };
      failRequirement(`a write with ${name} to have no effect (${era.name})`, reading, undefined, served);
    }),
});

async function writeWith(mcp: Mcp, era: Era, caller: Caller): Promise<Attempted> {
  const isUnknown = caller.token === NEVER_ISSUED.token;
  const shared = isUnknown ? await refusedAmongOthers(mcp, era, "a write with an unknown token") : undefined;
  return shared ?? attemptForbiddenWrite(mcp, era, caller, await openerFor(mcp, era, caller));
}

/** A caller that can open a session has its own: a service may bind sessions to users. */
async function openerFor(mcp: Mcp, era: Era, caller: Caller): Promise<Caller> {
  if (era.name === "stateless") return caller;
  const opening = await mcp.send({ ...era.opening(caller), isProbe: true });
  return mcp.succeeds(opening) ? caller : mcp.readWrite;
}

function badTokens({ facts }: Mcp) {
  return [
    { ...NEVER_ISSUED, accepted: UNVERIFIED.what },
    ...[
      { name: "an expired token", token: facts.expiredToken },
      { name: "a token for another resource", token: facts.otherResourceToken },
      { name: "a token of another authorization server", token: facts.otherServerToken },
    ].flatMap(({ name, token }) => (token === null ? [] : [{ name, token, accepted: `served: ${name}` }])),
  ];
}

async function isRefused(mcp: Mcp, request: McpRequest, statuses: readonly number[]): Promise<void> {
  const answer = await mcp.send({ ...request, isProbe: true });
  if (statuses.includes(answer.status) || (await isOpen(mcp, request, statuses))) return;
  const when = [NEVER_ISSUED.name, `at ${request.label}`];
  isStatus(answer, statuses, `${NEVER_ISSUED.name}, at ${request.label}`, { what: UNVERIFIED.what, when });
}

/** Whether a request is not rejected without any token: then the wrong token shows nothing, and another requirement fails. */
async function isOpen(mcp: Mcp, request: McpRequest, statuses: readonly number[]): Promise<boolean> {
  const bare = withHeader(request, "Authorization", undefined);
  return !statuses.includes((await mcp.send({ ...bare, isProbe: true })).status);
}

async function readWithoutToken(mcp: Mcp, era: Era): Promise<McpRequest> {
  return callRead(mcp, era, mcp.anonymous, mcp.readOnly);
}

/** Whether any message of an answer has a result. */
function bringsResult(answer: McpAnswer): boolean {
  if (answer.status >= REFUSED_FROM) return false;
  return messagesOf(answer)
    .flatMap((message) => (Array.isArray(message) ? listOf(message) : [message]))
    .some((message) => memberOf(message, "result") !== undefined);
}
