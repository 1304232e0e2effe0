import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/service/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import { withId, withoutMeta } from "../../../lib/mcp/wire/call-forms.ts";
import { type McpAnswer, withHeader } from "../../../lib/mcp/wire/mcp-request.ts";
import { encodedValue, type Era, STATELESS_REVISION } from "../../../lib/mcp/wire/era.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import {
  failRequirement,
  hasResponseForm,
  hasShape,
  isStatus,
  responsesIn,
  validResult,
} from "../../../lib/mcp/refusals/fails.ts";
import {
  doorsOfStatelessEra,
  handshakeEraOf,
  isReadAmongOthers,
  provenList,
  provenReading,
  statelessEraOf,
  TEXT_ID,
  unknownMethodAnswer,
  validListing,
  validOpening,
  validReading,
} from "../../../lib/mcp/refusals/prove-once.ts";
import { refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import type { McpOffence } from "../../../lib/mcp/refusals/doors.ts";
import { isRpcObject, memberOf, responseTo, resultOf } from "../../../lib/mcp/wire/rpc.ts";
import { callRead, callTool } from "../../../lib/mcp/service/tools.ts";
import { TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";
import { describeMcpAnswer } from "../../../lib/mcp/wire/shown-answer.ts";
import { listOf } from "../../../lib/mcp/wire/metadata.ts";
import { MAX_PAGES, toolsListed } from "../../../lib/mcp/discovery/tools-listed.ts";
import { readWriteToken } from "../../../lib/profile/needs/needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.everyServer, TO_ASK);
const META = "io.modelcontextprotocol/";
const CAPABILITIES = `${META}clientCapabilities`;
/** By the method of a request, what quick depth leaves out. */
const FREQUENTLY_LACKING: Readonly<Record<string, string>> = {
  "tools/list": `a request without ${CAPABILITIES}`,
  "tools/call": "a request without _meta",
};
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const FREQUENT_IDS = ["7", 0, "conformance-a.7"];
/** No text, a negative number, one of more than 32 bits, and a text beyond ASCII. */
const FURTHER_IDS = ["", -3, 4_294_967_303, "conformance-\u00E9"];

export const ids = inferred("scopes.ids", {
  needs: TO_READ,
  source: "JSON-RPC 2.0, 4 and 5; MCP, Base Protocol, Responses",
  text: "The id of a request comes back as it is, with a result and with an error, be it any text or any whole number.",
  check: async ({ mcp, effort }) => {
    await mcp.inEras(effort.tried(FREQUENT_IDS), effort, async (id, era) => comesBack(mcp, era, id));
    if (!effort.isQuick) await mcp.inTurn(FURTHER_IDS, async (id, era) => comesBack(mcp, era, id));
    await mcp.eachEra(
      async (era) => {
        const answer = await unknownMethodAnswer(mcp, era);
        if (responsesIn(answer).some(({ id, error }) => isRpcObject(error) && id !== TEXT_ID))
          failRequirement(`an error with the id ${JSON.stringify(TEXT_ID)} (${era.name})`, answer);
      },
      effort.isQuick ? "stateless" : undefined,
    );
  },
});

/** @throws {Violation} if the result of a reading has another id */
async function comesBack(mcp: Mcp, era: Era, id: number | string): Promise<void> {
  await provenReading(mcp, era);
  if (await isReadAmongOthers(mcp, era, { id })) return;
  const answer = await mcp.send(withId(await callRead(mcp, era, mcp.readOnly), id));
  if (responseTo(answer, id)?.result === undefined)
    failRequirement(`a result with the id ${JSON.stringify(id)} (${era.name})`, answer);
}

export const ping = inferred("scopes.ping", {
  source: "MCP 2025-03-26 to 2025-11-25, Ping",
  text: "`ping` is answered with an empty result.",
  check: async ({ mcp }) => {
    const era = await handshakeEraOf(mcp);
    const answer = await mcp.send(await era.request("ping", {}, mcp.readOnly));
    const result = responseTo(answer, answer.request.waitsFor)?.result;
    const isEmpty = result !== undefined && Object.keys(result).every((name) => name === "_meta");
    if (!isEmpty) failRequirement("an empty result for ping", answer);
  },
});

export const missingMeta = inferred("scopes.missing-meta", {
  source: "MCP 2026-07-28, Base Protocol, Per-request Protocol Fields",
  text: "A request of any method of the era without sessions is answered 400 if `_meta`, its version or the capabilities of its client are missing; without the capabilities with the error -32602.",
  check: refusesRequests({
    offences: [
      { ...lacking(CAPABILITIES), says: namesParams },
      lacking(undefined),
      { ...lacking(`${META}protocolVersion`), at: ({ name }) => name === "tools/call" },
    ],
    doors: doorsOfStatelessEra,
    statuses: [400],
    atQuick: [({ offence, door }) => FREQUENTLY_LACKING[door.name] === offence.what],
  }),
});

/** A request without a member of `_meta`, or without all of it. */
function lacking(name: string | undefined): McpOffence {
  return { what: `a request without ${name ?? "_meta"}`, change: (valid) => withoutMeta(valid, name) };
}

/** @throws {Violation} */
function namesParams(answer: McpAnswer): void {
  const { error } = responseTo(answer, answer.request.waitsFor) ?? {};
  if (error?.["code"] !== INVALID_PARAMS) failRequirement(`the code ${INVALID_PARAMS}`, answer);
}

export const missingVersion = inferred("scopes.missing-version", {
  source: "MCP 2026-07-28, Transports, Protocol Version Header",
  text: "A service that speaks no era of sessions answers a request of any method without MCP-Protocol-Version with 400.",
  check: refusesRequests({
    offences: [
      {
        what: "a request without MCP-Protocol-Version",
        change: (valid) => withHeader(valid, "MCP-Protocol-Version", undefined),
      },
    ],
    doors: async (mcp) => {
      if ((await mcp.handshake()) === undefined) return doorsOfStatelessEra(mcp);
      throw new InapplicableError("The service speaks the era of the handshake too.");
    },
    statuses: [400],
  }),
});

export const encodedName = inferred("scopes.encoded-name", {
  needs: TO_READ,
  source: "MCP 2026-07-28, Transports, Server Validation and Value Encoding",
  text: "The name of a tool in Base64, as the specification writes it in a header, is the same as the name in the body; another name in Base64 is answered 400.",
  check: async ({ mcp }) => {
    const era = await statelessEraOf(mcp);
    await provenReading(mcp, era);
    const named = async (name: string) =>
      withHeader(await callRead(mcp, era, mcp.readOnly), "Mcp-Name", encodedValue(name));
    if (!(await isReadAmongOthers(mcp, era, "an encoded name"))) {
      const answer = await mcp.send(await named(mcp.facts.read?.tool ?? ""));
      if (!mcp.succeeds(answer)) failRequirement("a tool that is named in Base64 to be called", answer);
    }
    const other = await mcp.send({ ...(await named("another-tool")), isProbe: true });
    const unread = { what: "Mcp-Name is not read", when: ["in Base64"] };
    isStatus(other, [400], "another name in Base64 than the body says", unread);
  },
});

export const malformedBody = inferred("scopes.malformed-body", {
  source: "MCP, Transports, Sending Messages to the Server; JSON-RPC 2.0, 5.1",
  text: "A body that is no JSON is answered with an HTTP error, or with a JSON-RPC error.",
  check: inEachEra(async (mcp, era) => {
    await provenList(mcp, era);
    const { waitsFor: _, ...request } = await era.request("tools/list", {}, mcp.readOnly);
    const body = (request.body ?? "").slice(0, -2);
    const answer = await mcp.send({ ...request, body, isProbe: true });
    const isTold = responsesIn(answer).some((response) => isRpcObject(response["error"]));
    if (answer.status < 400 && !isTold)
      failRequirement(`an error for a body that is cut off (${era.name})`, answer);
  }, "handshake"),
});

export const envelope = inferred("scopes.envelope", {
  needs: TO_READ,
  source: "JSON-RPC 2.0, 5; MCP, Base Protocol, Responses",
  text: "A call is answered with one JSON-RPC 2.0 response of the same id, which has a result or an error.",
  check: inEachEra(async (mcp, era) => {
    const answer = await validReading(mcp, era);
    if (answer.status !== 200)
      throw new InconclusiveError(`A reading was answered ${describeMcpAnswer(answer)}.`);
    hasResponseForm(answer, ` (${era.name})`);
  }),
});

export const unknownMethod = inferred("scopes.unknown-method", {
  source: "JSON-RPC 2.0, 5.1; MCP 2026-07-28, Transports, Error Statuses",
  text: "A method that does not exist is answered with the error -32601, in the era without sessions by 404.",
  check: inEachEra(async (mcp, era) => {
    const answer = await unknownMethodAnswer(mcp, era);
    const codes = responsesIn(answer).map(({ error }) => memberOf(error, "code"));
    if (!codes.includes(METHOD_NOT_FOUND))
      failRequirement(`the error ${METHOD_NOT_FOUND} (${era.name})`, answer);
    if (era.name === "stateless" && answer.status !== 404) failRequirement("HTTP 404", answer);
  }, "stateless"),
});

export const unknownTool = inferred("scopes.unknown-tool", {
  source: "MCP, Tools, Error Handling",
  text: "A call of a tool that does not exist is no success.",
  check: inEachEra(async (mcp, era) => {
    const call = { tool: "conformance-no-such-tool", arguments: {} };
    const answer = await mcp.send(await callTool(era, call, mcp.readOnly));
    if (resultOf(answer) !== undefined)
      failRequirement(`an error for a tool that does not exist (${era.name})`, answer);
  }, "stateless"),
});

export const handshake = inferred("scopes.handshake", {
  source: "MCP 2025-03-26 to 2025-11-25, Lifecycle, Initialization",
  text: "`initialize` is answered with the revision that was asked for, or with another one that there is, or with an error if the service does not speak it; with the capability of tools, and name and version of the server.",
  check: async ({ mcp }) => {
    await isSpokenWell(mcp, "initialize", "a text as protocolVersion");
    const era = await handshakeEraOf(mcp);
    for (const asked of [era.revision, "1999-01-01"]) {
      const answer =
        asked === era.revision
          ? await validOpening(mcp, era)
          : await mcp.send(era.opening(mcp.readOnly, asked));
      if (asked !== era.revision && isRefused(answer)) return;
      const result = validResult(answer);
      const { protocolVersion, serverInfo } = result;
      const isKnown = typeof protocolVersion === "string" && /^20\d\d-\d\d-\d\d$/.test(protocolVersion);
      if (!isKnown || (asked === era.revision && protocolVersion !== asked))
        failRequirement(`a revision for ${asked}`, answer);
      if (!isRpcObject(memberOf(result["capabilities"], "tools")))
        failRequirement("the capability of tools", answer);
      for (const name of ["name", "version"])
        if (typeof memberOf(serverInfo, name) !== "string")
          failRequirement(`serverInfo with a ${name}`, answer);
    }
  },
});

export const discover = inferred("scopes.discover", {
  source: "MCP 2026-07-28, Discovery",
  text: "`server/discover` is answered with the revisions that there are, and the capability of tools.",
  check: async ({ mcp }) => {
    await isSpokenWell(mcp, "server/discover", "a revision without sessions in supportedVersions");
    const era = await statelessEraOf(mcp);
    const answer = await validOpening(mcp, era);
    const result = validResult(answer);
    if (!listOf(result["supportedVersions"]).includes(era.revision))
      failRequirement(`${era.revision} in supportedVersions`, answer);
    if (!isRpcObject(memberOf(result["capabilities"], "tools")))
      failRequirement("the capability of tools", answer);
  },
});

export const toolList = inferred("scopes.tool-list", {
  needs: TO_WRITE,
  source: "MCP, Tools, Listing Tools",
  text: "The list of tools names each with the schema of its arguments; to the read-write token it names those of the profile.",
  check: inEachEra(async (mcp, era) => {
    const { answer, tools } = await toolsListed(mcp, era);
    const odd = tools.find(
      (tool) => typeof memberOf(tool, "name") !== "string" || !isRpcObject(memberOf(tool, "inputSchema")),
    );
    if (odd !== undefined)
      failRequirement(`name and inputSchema of each tool (${era.name})`, answer, JSON.stringify(odd));
    const names = tools.map((tool) => memberOf(tool, "name"));
    const wanted = [mcp.facts.read?.tool, mcp.facts.write?.tool].find((name) => !names.includes(name));
    if (wanted !== undefined) failRequirement(`the tool ${wanted} to be listed (${era.name})`, answer);
  }, "stateless"),
});

export const paging = advisory("scopes.paging", {
  needs: [...TO_ASK, readWriteToken],
  source: "MCP, Pagination",
  text: "The pages of the list of tools come to an end.",
  check: inEachEra(async (mcp, era) => {
    const { answer, ends } = await toolsListed(mcp, era);
    if (!ends) failRequirement(`an end of the list after ${MAX_PAGES} pages (${era.name})`, answer);
  }, "stateless"),
});

export const messageShapes = advisory("scopes.message-shapes", {
  needs: TO_READ,
  source: "MCP, Schema",
  text: "What opens the protocol, the list of tools and a reading have the shapes of the specification.",
  check: inEachEra(async (mcp, era) => {
    if (era.revision > STATELESS_REVISION)
      throw new InapplicableError(`The schemas of ${era.revision} are not known to this version.`);
    const opening = era.name === "handshake" ? "InitializeResult" : "DiscoverResult";
    await hasShape(await validOpening(mcp, era), opening);
    await hasShape(await validListing(mcp, era), "ListToolsResult");
    await hasShape(await validReading(mcp, era), "CallToolResult");
  }),
});

/** Whether an answer is an error of the protocol: the specification shows one for a revision that does not exist. */
function isRefused(answer: McpAnswer): boolean {
  return responseTo(answer, answer.request.waitsFor)?.error !== undefined;
}

/** That a service which answers the first request of an era with a result names a revision of that era. @throws {Violation} */
async function isSpokenWell(mcp: Mcp, method: string, expected: string): Promise<void> {
  const [spoken] = await Promise.allSettled([mcp.eras()]);
  const name = method === "initialize" ? "handshake" : "stateless";
  if (spoken.status === "fulfilled" && spoken.value.some((era) => era.name === name)) return;
  const answer = mcp.answers.find(
    ({ request }) => request.label === method && request.caller === "read-only",
  );
  if (answer !== undefined && resultOf(answer) !== undefined) failRequirement(expected, answer);
}
