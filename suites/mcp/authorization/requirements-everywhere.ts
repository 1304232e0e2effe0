import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import { batchOf, REVISION_WITH_BATCHES } from "../../../lib/mcp/service/batch.ts";
import { type Caller, NEVER_ISSUED } from "../../../lib/mcp/wire/mcp-request.ts";
import {
  everyDoor,
  type McpDoor,
  methodDoor,
  NO_TOKEN,
  UNKNOWN_TOKEN,
  UNVERIFIED,
} from "../../../lib/mcp/refusals/doors.ts";
import type { Era } from "../../../lib/mcp/wire/era.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import { detoursWithoutToken } from "../../../lib/mcp/refusals/offences.ts";
import { failRequirement, isStatus } from "../../../lib/mcp/refusals/fails.ts";
import { provenGuard, provenWrite } from "../../../lib/mcp/refusals/prove-once.ts";
import { refusedAmongOthers, writeWithoutToken } from "../../../lib/mcp/refusals/shared-writes.ts";
import { bringsResult, refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/service/requirement.ts";
import { memberOf } from "../../../lib/mcp/wire/rpc.ts";
import { toolsListed } from "../../../lib/mcp/discovery/tools-listed.ts";
import { type Attempted, attemptForbiddenWrite, callRead, callTool } from "../../../lib/mcp/service/tools.ts";
import { TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";
import { readWriteToken, writeTool } from "../../../lib/profile/needs/needs.ts";

const { inferred } = chapterOf(GROUNDS.protectedServer, TO_READ);
const EVERY_REQUEST = "MCP 2025-03-26 and later, Authorization, Token Requirements";
const TOKEN_HANDLING = "MCP 2025-03-26 and later, Authorization, Token Handling; OAuth 2.1, 5.2";
/** Those of quick depth come first. */
const METHODS = ["resources/list", "ping", "prompts/list", "conformance/no-such-method"];
const FREQUENT_METHODS = METHODS.slice(0, 2);
const TOOLS_TRIED = { quick: 3, standard: 10, deep: 1_000 };

export const withoutTokenBatch = inferred("authorization.without-token-batch", {
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
  const readWithoutToken = async () => callRead(mcp, era, mcp.anonymous, mcp.readOnly);
  const [first, last] = [await readWithoutToken(), await readWithoutToken()];
  const answer = await mcp.send({ ...batchOf(first, last), isProbe: true });
  if (bringsResult(answer))
    failRequirement(`a batch without a token to bring nothing (${era.name} ${era.revision})`, answer);
}

export const withoutTokenMethods = inferred("authorization.without-token-methods", {
  needs: TO_ASK,
  source: EVERY_REQUEST,
  text: "No method brings a result without a token.",
  check: refusesRequests({
    offences: [NO_TOKEN],
    doors: async (mcp) => doorsOfMethods(mcp, METHODS),
    atQuick: [({ door }) => FREQUENT_METHODS.includes(door.name)],
  }),
});

async function doorsOfMethods(mcp: Mcp, methods: readonly string[]): Promise<readonly McpDoor[]> {
  return (await mcp.eras()).flatMap((era) => methods.map((method) => methodDoor(mcp, era, method)));
}

/** A server that asks for no token carries out such a call: only a run that may write sends it. */
export const withoutTokenTools = inferred("authorization.without-token-tools", {
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
  source: EVERY_REQUEST,
  text: "No other spelling of the address, no other method or content type, and no header that gateways trust replaces a token.",
  check: refusesRequests({ offences: detoursWithoutToken, isSparing: true }),
});

export const wrongTokenEverywhere = inferred("authorization.wrong-token-everywhere", {
  needs: TO_ASK,
  source: TOKEN_HANDLING,
  text: "A token that was never issued is answered 401 by every kind of request: the first one, a list, a notification, a stream, the end of a session.",
  check: refusesRequests({
    offences: [UNKNOWN_TOKEN],
    doors: async (mcp) => {
      const handshake = await mcp.handshake();
      const doors = (await everyDoor(mcp)).filter(({ name }) => name !== "tools/call");
      return [...doors, ...(handshake === undefined ? [] : [methodDoor(mcp, handshake, "ping")])];
    },
    statuses: [401],
    atQuick: [({ door }) => door.name !== "ping"],
  }),
});

export const wrongTokenWrites = inferred("authorization.wrong-token-writes", {
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
  const tokens = [
    { name: "an expired token", token: facts.expiredToken },
    { name: "a token for another resource", token: facts.otherResourceToken },
    { name: "a token of another authorization server", token: facts.otherServerToken },
  ];
  return [
    { ...NEVER_ISSUED, accepted: UNVERIFIED.what },
    ...tokens.flatMap(({ name, token }) =>
      token === null ? [] : [{ name, token, accepted: `served: ${name}` }],
    ),
  ];
}
