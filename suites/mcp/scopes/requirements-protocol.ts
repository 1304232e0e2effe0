import type { McpMeans, ServiceInEra } from "../../../lib/mcp/means.ts";
import { MAX_PAGES } from "../../../lib/mcp/discovery/tools-listed.ts";
import type { McpOffence } from "../../../lib/mcp/refusals/doors.ts";
import {
  assertServed,
  breachOfShape,
  failRequirement,
  hasShape,
  hasResponseForm,
  throwInapplicable,
  isStatus,
  responsesIn,
  validResult,
} from "../../../lib/mcp/refusals/fails.ts";
import { READING_FORMS } from "../../../lib/mcp/refusals/proofs.ts";
import { refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/requirement.ts";
import { withoutMeta } from "../../../lib/mcp/wire/call-forms.ts";
import { STATELESS_REVISION } from "../../../lib/mcp/wire/era.ts";
import { type McpAnswer, withHeader } from "../../../lib/mcp/wire/mcp-request.ts";
import { isRpcObject, listOf, memberOf, responseTo, resultOf } from "../../../lib/mcp/wire/rpc.ts";
import { readWriteToken, TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";

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
const FREQUENT_IDS = ["7", 0, "Conformance-a.7"];
/** No text, a negative number, one of more than 32 bits, and a text beyond ASCII. */
const FURTHER_IDS = ["", -3, 4_294_967_303, "conformance-\u00E9"];

export const ids = inferred("scopes.ids", {
  needs: TO_READ,
  source: "JSON-RPC 2.0, 4 and 5; MCP, Base Protocol, Responses",
  text: "The id of a request comes back as it is, with a result and with an error, be it any text or any whole number.",
  check: async ({ eachEra, inEras, inTurn, effort }) => {
    await inEras(effort.tried(FREQUENT_IDS), comesBack);
    if (!effort.isQuick) await inTurn(FURTHER_IDS, comesBack);
    await eachEra(async ({ fail, unknownMethodAnswer }) => {
      const answer = await unknownMethodAnswer();
      const { waitsFor } = answer.request;
      if (responsesIn(answer).some(({ id, error }) => isRpcObject(error) && id !== waitsFor))
        fail(`an error with the id ${JSON.stringify(waitsFor)}`, answer);
    }, "stateless");
  },
});

/** @throws {Violation} if the result of a reading has another id */
async function comesBack(id: number | string, { readsIn }: ServiceInEra): Promise<void> {
  await readsIn(READING_FORMS.id(id));
}

export const ping = inferred("scopes.ping", {
  source: "MCP 2025-03-26 to 2025-11-25, Ping",
  text: "`ping` is answered with an empty result.",
  check: async ({ handshake, mcp }) => {
    const { era } = await handshake();
    const answer = await mcp.send(await era.request("ping", {}, mcp.readOnly));
    const result = responseTo(answer)?.result;
    const isEmpty = result !== undefined && Object.keys(result).every((name) => name === "_meta");
    if (!isEmpty) failRequirement("an empty result for ping", answer);
  },
});

export const missingMeta = inferred("scopes.missing-meta", {
  source: "MCP 2026-07-28, Base Protocol, Per-request Protocol Fields",
  text: "A request of any method of the era without sessions is answered 400 if `_meta`, its version or the capabilities of its client are missing; without the capabilities with the error -32602.",
  check: refusesRequests({
    offences: [
      {
        ...lacking(CAPABILITIES),
        says: (answer) => {
          if (responseTo(answer)?.error?.["code"] !== INVALID_PARAMS)
            failRequirement(`the code ${INVALID_PARAMS}`, answer);
        },
      },
      lacking(undefined),
      { ...lacking(`${META}protocolVersion`), at: ({ name }) => name === "tools/call" },
    ],
    doors: "stateless",
    statuses: [400],
    atQuick: ({ what }, { name }) => FREQUENTLY_LACKING[name] === what,
  }),
});

function lacking(name: string | undefined): McpOffence {
  return { what: `a request without ${name ?? "_meta"}`, change: (valid) => withoutMeta(valid, name) };
}

export const missingVersion = inferred("scopes.missing-version", {
  source: "MCP 2026-07-28, Transports, Protocol Version Header",
  text: "A service that speaks no era of sessions answers a request of any method without MCP-Protocol-Version with 400.",
  check: async (means) => {
    if ((await means.mcp.handshake()) !== undefined)
      throwInapplicable("The service speaks the era of the handshake too.");
    const offence: McpOffence = {
      what: "a request without MCP-Protocol-Version",
      change: (valid) => withHeader(valid, "MCP-Protocol-Version", undefined),
    };
    await refusesRequests({ offences: [offence], doors: "stateless", statuses: [400] })(means);
  },
});

export const encodedName = inferred("scopes.encoded-name", {
  needs: TO_READ,
  source: "MCP 2026-07-28, Transports, Server Validation and Value Encoding",
  text: "The name of a tool in Base64, as the specification writes it in a header, is the same as the name in the body; another name in Base64 is answered 400.",
  check: async ({ stateless, mcp }) => {
    const { callRead, readsIn } = await stateless();
    await readsIn(READING_FORMS.name(mcp.facts.read?.tool ?? ""));
    const another = READING_FORMS.name("another-tool").change(await callRead(mcp.readOnly));
    const other = await mcp.send({ ...another, isProbe: true });
    const unread = { what: "Mcp-Name is not read", when: ["in Base64"] };
    isStatus(other, [400], "another name in Base64 than the body says", unread);
  },
});

export const malformedBody = inferred("scopes.malformed-body", {
  source: "MCP, Transports, Sending Messages to the Server; JSON-RPC 2.0, 5.1",
  text: "A body that is no JSON is answered with an HTTP error, or with a JSON-RPC error.",
  check: inEachEra(async ({ mcp, era, fail, proveAt }) => {
    await proveAt("tools/list");
    const { waitsFor: _, ...request } = await era.request("tools/list", {}, mcp.readOnly);
    const body = (request.body ?? "").slice(0, -2);
    const answer = await mcp.send({ ...request, body, isProbe: true });
    const isTold = responsesIn(answer).some(({ error }) => isRpcObject(error));
    if (answer.status < 400 && !isTold) fail("an error for a body that is cut off", answer);
  }, "handshake"),
});

export const envelope = inferred("scopes.envelope", {
  needs: TO_READ,
  source: "JSON-RPC 2.0, 5; MCP, Base Protocol, Responses",
  text: "A call is answered with one JSON-RPC 2.0 response of the same id, which has a result or an error.",
  check: inEachEra(async (service) => {
    const answer = await service.answerAt("tools/call");
    assertServed(answer);
    hasResponseForm(answer, ` (${service.era.name})`);
  }),
});

export const unknownMethod = inferred("scopes.unknown-method", {
  source: "JSON-RPC 2.0, 5.1; MCP 2026-07-28, Transports, Error Statuses",
  text: "A method that does not exist is answered with the error -32601, in the era without sessions by 404.",
  check: inEachEra(async ({ era, fail, unknownMethodAnswer }) => {
    const answer = await unknownMethodAnswer();
    const codes = responsesIn(answer).map(({ error }) => memberOf(error, "code"));
    if (!codes.includes(METHOD_NOT_FOUND)) fail(`the error ${METHOD_NOT_FOUND}`, answer);
    if (era.name === "stateless" && answer.status !== 404) failRequirement("HTTP 404", answer);
  }, "stateless"),
});

export const unknownTool = inferred("scopes.unknown-tool", {
  source: "MCP, Tools, Error Handling",
  text: "A call of a tool that does not exist is no success.",
  check: inEachEra(async ({ mcp, callTool, fail }) => {
    const call = { tool: "conformance-no-such-tool", arguments: {} };
    const answer = await mcp.send(await callTool(call, mcp.readOnly));
    if (resultOf(answer) !== undefined) fail("an error for a tool that does not exist", answer);
  }, "stateless"),
});

const SERVER_NAME = /^serverInfo(?:\.(?:name|version))?$/;

export const handshake = inferred("scopes.handshake", {
  source: "MCP 2025-03-26 to 2025-11-25, Lifecycle, Initialization",
  text: "`initialize` is answered with the revision that was asked for, or with another one that there is, or with an error if the service does not speak it; with the capability of tools, and name and version of the server.",
  check: async (means) => {
    await isSpokenWell(means, "initialize", "a text as protocolVersion");
    const { mcp, era, answerAt } = await means.handshake();
    for (const asked of [era.revision, "1999-01-01"]) {
      const isOwn = asked === era.revision;
      const answer = isOwn ? await answerAt("opening") : await mcp.send(era.opening(mcp.readOnly, asked));
      // The specification shows an error for a revision that does not exist.
      if (!isOwn && responseTo(answer)?.error !== undefined) return;
      const { protocolVersion, capabilities } = validResult(answer);
      const isKnown = typeof protocolVersion === "string" && /^20\d\d-\d\d-\d\d$/.test(protocolVersion);
      if (!isKnown || (isOwn && protocolVersion !== asked))
        failRequirement(`a revision for ${asked}`, answer);
      hasToolsCapability(answer, capabilities);
      const breach = await breachOfShape("InitializeResult", validResult(answer), SERVER_NAME);
      if (breach !== undefined) failRequirement("name and version of the server", answer, breach);
    }
  },
});

function hasToolsCapability(answer: McpAnswer, capabilities: unknown): void {
  if (!isRpcObject(memberOf(capabilities, "tools"))) failRequirement("the capability of tools", answer);
}

export const discover = inferred("scopes.discover", {
  source: "MCP 2026-07-28, Discovery",
  text: "`server/discover` is answered with the revisions that there are, and the capability of tools.",
  check: async (means) => {
    await isSpokenWell(means, "server/discover", "a revision without sessions in supportedVersions");
    const { era, answerAt } = await means.stateless();
    const answer = await answerAt("opening");
    const { supportedVersions, capabilities } = validResult(answer);
    if (!listOf(supportedVersions).includes(era.revision))
      failRequirement(`${era.revision} in supportedVersions`, answer);
    hasToolsCapability(answer, capabilities);
  },
});

export const toolList = inferred("scopes.tool-list", {
  needs: TO_WRITE,
  source: "MCP, Tools, Listing Tools",
  text: "The list of tools names each with the schema of its arguments; to the read-write token it names those of the profile.",
  check: inEachEra(async ({ mcp, fail, toolsListed }) => {
    const { answer, tools } = await toolsListed();
    const breach = await breachOfShape("ListToolsResult", { tools }, /^tools\.\d+(?:\.name|\.inputSchema)?$/);
    if (breach !== undefined) fail("name and inputSchema of each tool", answer, breach);
    const names = tools.map((tool) => memberOf(tool, "name"));
    const wanted = [mcp.facts.read?.tool, mcp.facts.write?.tool].find((name) => !names.includes(name));
    if (wanted !== undefined) fail(`the tool ${wanted} to be listed`, answer);
  }, "stateless"),
});

export const toolSchemas = inferred("scopes.tool-schemas", {
  needs: TO_WRITE,
  source: "MCP, Tools, Tool; Schema, Tool",
  text: "The schema of the arguments of each tool is one of an object.",
  check: inEachEra(async ({ fail, toolsListed }) => {
    const { answer, tools } = await toolsListed();
    const breach = await breachOfShape("ListToolsResult", { tools }, /\.inputSchema\.type$/);
    if (breach !== undefined) fail('type "object" of each inputSchema', answer, breach);
  }, "stateless"),
});

export const paging = advisory("scopes.paging", {
  needs: [...TO_ASK, readWriteToken],
  source: "MCP, Pagination; MCP 2025-11-25 and later, Tools, Tool Names",
  text: "The pages of the list of tools come to an end, and list no tool twice.",
  check: inEachEra(async ({ fail, toolsListed }) => {
    const { answer, tools, ends } = await toolsListed();
    if (!ends) fail(`an end of the list after ${MAX_PAGES} pages`, answer);
    const names = tools.map((tool) => memberOf(tool, "name"));
    if (new Set(names).size < names.length) fail("another name for each tool", answer);
  }, "stateless"),
});

export const messageShapes = advisory("scopes.message-shapes", {
  needs: TO_READ,
  source: "MCP, Schema",
  text: "What opens the protocol, the list of tools and a reading have the shapes of the specification.",
  check: inEachEra(async ({ era, answerAt }) => {
    if (era.revision > STATELESS_REVISION)
      throwInapplicable(`The schemas of ${era.revision} are not known to this version.`);
    await hasShape(
      await answerAt("opening"),
      era.name === "handshake" ? "InitializeResult" : "DiscoverResult",
    );
    await hasShape(await answerAt("tools/list"), "ListToolsResult");
    await hasShape(await answerAt("tools/call"), "CallToolResult");
  }),
});

/** That a service which answers the first request of an era with a result names a revision of that era. @throws {Violation} */
async function isSpokenWell({ mcp }: McpMeans, method: string, expected: string): Promise<void> {
  const [spoken] = await Promise.allSettled([mcp.eras()]);
  const name = method === "initialize" ? "handshake" : "stateless";
  if (spoken.status === "fulfilled" && spoken.value.some((era) => era.name === name)) return;
  const answer = mcp.answers.find(
    ({ request }) => request.label === method && request.caller === "read-only",
  );
  if (answer !== undefined && resultOf(answer) !== undefined) failRequirement(expected, answer);
}
