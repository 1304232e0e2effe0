import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/requirement.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { withId, withoutMeta } from "../../../lib/mcp/call-forms.ts";
import { type McpAnswer, withHeader } from "../../../lib/mcp/door.ts";
import { encodedValue, type Era } from "../../../lib/mcp/era.ts";
import type { Mcp } from "../../../lib/mcp/mcp.ts";
import { failRequirement, isStatus, responsesIn } from "../../../lib/mcp/oracles/fails.ts";
import {
  handshakeEraOf,
  isReadAmongOthers,
  doorsOfStatelessEra,
  provenList,
  provenReading,
  statelessEraOf,
  TEXT_ID,
  unknownMethodAnswer,
} from "../../../lib/mcp/oracles/prove-once.ts";
import { refusesRequests } from "../../../lib/mcp/refusals.ts";
import type { McpOffence } from "../../../lib/mcp/doors.ts";
import { isRpcObject, responseTo } from "../../../lib/mcp/rpc.ts";
import { callRead } from "../../../lib/mcp/tools.ts";
import { TO_ASK, TO_READ } from "../../../lib/profile/mcp-needs.ts";

const { inferred } = chapterOf(GROUNDS.everyServer, TO_ASK);
const META = "io.modelcontextprotocol/";
const CAPABILITIES = `${META}clientCapabilities`;
/** By the method of a request, what quick depth leaves out. */
const FREQUENTLY_LACKING: Readonly<Record<string, string>> = {
  "tools/list": `a request without ${CAPABILITIES}`,
  "tools/call": "a request without _meta",
};
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
