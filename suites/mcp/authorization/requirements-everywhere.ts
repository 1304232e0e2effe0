import type { Effort } from "../../../lib/engine/requirement/effort.ts";
import type { McpMeans, ServiceInEra } from "../../../lib/mcp/means.ts";
import { everyDoor } from "../../../lib/mcp/refusals/doors.ts";
import { throwInapplicable, throwInconclusive, WITHOUT_TOKEN } from "../../../lib/mcp/refusals/fails.ts";
import * as offences from "../../../lib/mcp/refusals/offences.ts";
import { bringsResult, refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/requirement.ts";
import { batchOf, REVISION_WITH_BATCHES } from "../../../lib/mcp/service/batch.ts";
import { type Caller, NEVER_ISSUED } from "../../../lib/mcp/wire/mcp-request.ts";
import { memberOf } from "../../../lib/mcp/wire/rpc.ts";
import * as needs from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred } = chapterOf(GROUNDS.protectedServer, needs.TO_READ);
const EVERY_REQUEST = "MCP 2025-03-26 and later, Authorization, Token Requirements";
const TOKEN_HANDLING = "MCP 2025-03-26 and later, Authorization, Token Handling; OAuth 2.1, 5.2";
/** Those of quick depth come first. */
const METHODS = ["resources/list", "ping", "prompts/list", "conformance/no-such-method"];
const TOOLS_TRIED = { quick: 3, standard: 10, deep: 1_000 };

export const withoutTokenBatch = inferred("authorization.without-token-batch", {
  source: EVERY_REQUEST,
  text: "A batch of messages without a token brings nothing.",
  check: async ({ at, eachEra, mcp, effort }) => {
    const bringsNothing = async (service: ServiceInEra) => bringsNothingInABatch(service, effort);
    await eachEra(bringsNothing, "handshake");
    const isTried = effort.isQuick || (await mcp.handshake())?.revision === REVISION_WITH_BATCHES;
    const era = isTried ? undefined : await mcp.handshakeAt(REVISION_WITH_BATCHES);
    if (era !== undefined) await bringsNothing(at(era));
  },
});

/** @throws {Violation} */
async function bringsNothingInABatch(
  { mcp, era, fail, provenGuard, callRead }: ServiceInEra,
  { isQuick }: Effort,
): Promise<void> {
  await provenGuard({ unknown: false });
  const read = async () => callRead(mcp.anonymous, mcp.readOnly);
  for (const first of [await read(), ...(isQuick ? [] : [era.opening(mcp.anonymous)])]) {
    const answer = await mcp.send({ ...batchOf(first, await read()), isProbe: true });
    if (bringsResult(answer)) fail(`a batch without a token to bring nothing in ${era.revision}`, answer);
  }
}

export const withoutTokenMethods = inferred("authorization.without-token-methods", {
  needs: needs.TO_ASK,
  source: EVERY_REQUEST,
  text: "No method brings a result without a token.",
  check: refusesRequests({
    offences: [offences.NO_TOKEN],
    doors: METHODS,
    atQuick: (_offence, { name }) => METHODS.indexOf(name) < 2,
  }),
});

/** A server that asks for no token carries out such a call: only a run that may write sends it. */
export const withoutTokenTools = inferred("authorization.without-token-tools", {
  needs: [...needs.TO_ASK, needs.readWriteToken, needs.writeTool],
  source: EVERY_REQUEST,
  text: "A call of any tool that the service lists is answered 401 without a token.",
  check: async ({ anyEra, mcp, effort }) => {
    const { callTool, isStatus, toolsListed } = await anyEra();
    const { read, write, undo } = mcp.facts;
    const known: readonly unknown[] = [read?.tool, write?.tool, undo?.tool];
    const names = (await toolsListed()).tools.map((tool) => memberOf(tool, "name"));
    const others = names.filter((name) => typeof name === "string" && !known.includes(name)).map(String);
    if (others.length === 0) throwInapplicable("The service lists no tools but those of the profile.");
    for (const tool of others.slice(0, effort.at(TOOLS_TRIED))) {
      const request = await callTool({ tool, arguments: {} }, mcp.anonymous, mcp.readWrite);
      isStatus(
        await mcp.send({ ...request, isProbe: true }),
        [401],
        `the tool ${tool} without a token`,
        WITHOUT_TOKEN,
      );
    }
  },
});

export const withoutTokenDetours = inferred("authorization.without-token-detours", {
  source: EVERY_REQUEST,
  text: "No other spelling of the address, no other method or content type, and no header that gateways trust replaces a token.",
  check: refusesRequests({ offences: offences.detoursWithoutToken, isSparing: true }),
});

export const wrongTokenEverywhere = inferred("authorization.wrong-token-everywhere", {
  needs: needs.TO_ASK,
  source: TOKEN_HANDLING,
  text: "A token that was never issued is answered 401 by every kind of request: the first one, a list, a notification, a stream, the end of a session.",
  check: refusesRequests({
    offences: [offences.UNKNOWN_TOKEN],
    doors: async (mcp) => (await everyDoor(mcp, ["ping"])).filter(({ name }) => name !== "tools/call"),
    statuses: [401],
    atQuick: (_offence, { name }) => name !== "ping",
  }),
});

export const wrongTokenWrites = inferred("authorization.wrong-token-writes", {
  needs: needs.TO_WRITE,
  source: TOKEN_HANDLING,
  text: "A token that is not valid here writes nothing: one that was never issued, has expired, or is for another resource or of another server.",
  check: inEachEra(async (service, effort) => {
    await service.provenWrite();
    const calls = [];
    for (const caller of effort.triedSparingly(badTokens(service.mcp)))
      calls.push({ name: caller.name, caller, opener: await openerFor(service, caller) });
    await service.attemptEach(calls, async (attempted, { name }) => {
      if (attempted.tookEffect && (await service.writeWithoutToken()).tookEffect)
        throwInconclusive("Cannot be judged while a write without a token takes effect.");
      const omission = name === NEVER_ISSUED.name ? offences.UNVERIFIED.what : `served: ${name}`;
      const deviation = { what: omission, when: [] };
      service.hasNoEffect(attempted, `a write with ${name}`, deviation, name, "for a write");
    });
  }, "stateless"),
});

/** A caller that can open a session has its own: a service may bind sessions to users. */
async function openerFor({ mcp, era }: ServiceInEra, caller: Caller): Promise<Caller> {
  if (era.name === "stateless") return caller;
  const opening = await mcp.send({ ...era.opening(caller), isProbe: true });
  return mcp.succeeds(opening) ? caller : mcp.readWrite;
}

function badTokens({ facts }: McpMeans["mcp"]): readonly Caller[] {
  const fields = ["expiredToken", "otherResourceToken", "otherServerToken"] as const;
  const ofProfile = fields.flatMap((field) => {
    const [name, token] = [offences.BAD_TOKENS[field], facts[field]];
    return token === null ? [] : [{ name, token }];
  });
  return [NEVER_ISSUED, ...ofProfile];
}
