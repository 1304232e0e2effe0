import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/service/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import { batchOfReadings, REVISION_WITH_BATCHES } from "../../../lib/mcp/service/batch.ts";
import { describeMcpAnswer } from "../../../lib/mcp/wire/shown-answer.ts";
import { type McpAnswer, withHeader } from "../../../lib/mcp/wire/mcp-request.ts";
import type { Era } from "../../../lib/mcp/wire/era.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import { writeOfWriter } from "../../../lib/mcp/refusals/shared-writes.ts";
import { listOf } from "../../../lib/mcp/wire/metadata.ts";
import { bearerOf } from "../../../lib/mcp/discovery/discovery.ts";
import {
  failRequirement,
  isStatus,
  NO_CHALLENGE,
  NO_CONTENT,
  validResult,
} from "../../../lib/mcp/refusals/fails.ts";
import { breachOf, toolsListed } from "../../../lib/mcp/discovery/tools-listed.ts";
import {
  handshakeEraOf,
  isReadAmongOthers,
  provenReading,
  refusedWrite,
  validNotification,
  validReading,
} from "../../../lib/mcp/refusals/prove-once.ts";
import { isRpcObject, mediaType, memberOf } from "../../../lib/mcp/wire/rpc.ts";
import { TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";
import { assertStrangersKeptOut, foreignOrigins, fromOrigin } from "../../../lib/mcp/refusals/offences.ts";
import { inEra, refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { everyDoor } from "../../../lib/mcp/refusals/doors.ts";
import { callRead } from "../../../lib/mcp/service/tools.ts";
import { allowedOrigin } from "../../../lib/profile/needs/needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.everyServer, TO_READ);
/** The members that each kind of content has, as texts. */
const CONTENT: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "mimeType"],
  audio: ["data", "mimeType"],
  resource_link: ["uri", "name"],
  resource: [],
};

export const toolResult = inferred("scopes.tool-result", {
  source: "MCP, Tools, Tool Result; Schema, CallToolResult",
  text: "The result of a tool has a list of content, each of a kind that there is with what belongs to it; `isError`, if present, is true or false.",
  check: inEachEra(async (mcp, era) => {
    const answer = await validReading(mcp, era);
    const { content, isError } = validResult(answer);
    if (!Array.isArray(content))
      failRequirement(`a list of content (${era.name})`, answer, undefined, NO_CONTENT);
    for (const block of listOf(content)) {
      const members = CONTENT[String(memberOf(block, "type"))];
      const odd = members?.find((name) => typeof memberOf(block, name) !== "string");
      if (members === undefined) failRequirement(`content of a kind that there is (${era.name})`, answer);
      if (odd !== undefined) failRequirement(`a text as ${odd} of the content (${era.name})`, answer);
    }
    if (isError !== undefined && typeof isError !== "boolean")
      failRequirement(`true or false as isError (${era.name})`, answer);
  }),
});

export const outputSchema = inferred("scopes.output-schema", {
  needs: TO_WRITE,
  source: "MCP 2025-06-18 and later, Tools, Output Schema",
  text: "A tool that lists a schema of its output gives output by that schema: the tool that reads, and the one that writes.",
  check: async ({ mcp, effort }) => {
    let looked = 0;
    await mcp.eachEra(
      async (era) => {
        const { tools } = await toolsListed(mcp, era);
        for (const { tool, call } of CALLS_WITH_OUTPUT) {
          const listed = tools.find((one) => memberOf(one, "name") === mcp.facts[tool]?.tool);
          const schema = memberOf(listed, "outputSchema");
          if (schema === undefined) continue;
          looked += 1;
          keepsToSchema(await call(mcp, era), schema, era);
        }
      },
      effort.isQuick ? "stateless" : undefined,
    );
    if (looked === 0) throw new InapplicableError("No tool of the profile lists a schema of its output.");
  },
});

/** Calls of the tools of the profile that have succeeded. */
const CALLS_WITH_OUTPUT: readonly {
  readonly tool: "read" | "write";
  readonly call: (mcp: Mcp, era: Era) => Promise<McpAnswer>;
}[] = [
  { tool: "read", call: validReading },
  { tool: "write", call: async (mcp, era) => (await writeOfWriter(mcp, era)).answer },
];

/** @throws {Violation} */
function keepsToSchema(answer: McpAnswer, schema: unknown, { name }: Era): void {
  const { structuredContent: output } = validResult(answer);
  if (output === undefined) failRequirement(`structuredContent beside a schema of it (${name})`, answer);
  const breach = breachOf(schema, output);
  if (breach !== undefined)
    failRequirement(`structuredContent by its schema (${name})`, answer, `at ${breach}`);
}

export const toolSchemas = inferred("scopes.tool-schemas", {
  needs: TO_WRITE,
  source: "MCP, Tools, Tool; Schema, Tool",
  text: "The schema of the arguments of each tool is one of an object.",
  check: inEachEra(async (mcp, era) => {
    const { tools, answer } = await toolsListed(mcp, era);
    const odd = tools.find((tool) => {
      const schema = memberOf(tool, "inputSchema");
      return isRpcObject(schema) && schema["type"] !== "object";
    });
    if (odd !== undefined)
      failRequirement(`type "object" of each inputSchema (${era.name})`, answer, JSON.stringify(odd));
  }, "stateless"),
});

export const writeAnnotation = advisory("scopes.write-annotation", {
  needs: TO_WRITE,
  source: "MCP 2025-03-26 and later, Schema, ToolAnnotations",
  text: "A tool that writes is not said to only read.",
  check: inEachEra(async (mcp, era) => {
    const { tools, answer } = await toolsListed(mcp, era);
    const tool = tools.find((one) => memberOf(one, "name") === mcp.facts.write?.tool);
    if (memberOf(memberOf(tool, "annotations"), "readOnlyHint") === true)
      failRequirement(`no readOnlyHint of ${mcp.facts.write?.tool ?? ""} (${era.name})`, answer);
  }, "stateless"),
});

export const batchAnswers = inferred("scopes.batch-answers", {
  source: "MCP 2025-03-26, Base Protocol, Batching",
  text: "A service that speaks the revision 2025-03-26 answers each request of a batch.",
  check: async ({ mcp }) => {
    const era = await mcp.handshakeAt(REVISION_WITH_BATCHES);
    if (era === undefined) throw new InapplicableError("The service does not speak a revision with batches.");
    const { answer, isAnswered } = await batchOfReadings(mcp, era);
    if (!isAnswered) failRequirement("a result for each request of a batch", answer);
  },
});

export const refusedScopeChallenge = inferred("scopes.refusal-challenge", {
  needs: TO_WRITE,
  source: "RFC 6750, 3; OAuth 2.1, 5.3.1",
  text: "A 403 for a token that may not write has a Bearer challenge.",
  check: inEachEra(async (mcp, era) => {
    const answer = await refusedWrite(mcp, era);
    if ((bearerOf(answer)?.parameters ?? []).length === 0)
      failRequirement(`a Bearer challenge with a parameter (${era.name})`, answer, undefined, {
        ...NO_CHALLENGE,
        when: ["of a 403"],
      });
  }),
});

const TRANSPORT = "MCP 2025-03-26 and later, Transports, Streamable HTTP";

export const foreignOrigin = inferred("scopes.foreign-origin", {
  source: `${TRANSPORT}, Security Warning`,
  text: "A request of any kind from a page of a stranger's origin is answered 403, by a service on this machine, or if the profile names an origin that may use it.",
  check: refusesRequests({
    offences: foreignOrigins,
    doors: everyDoor,
    statuses: [403],
    isLaxAtBare: true,
    isSparing: true,
    atQuick: [({ door }) => door.type !== "opening"],
  }),
});

export const nullOrigin = advisory("scopes.null-origin", {
  source: `${TRANSPORT}, Security Warning`,
  text: "A request from a page without an origin of its own (`null`) is answered 403.",
  check: refusesRequests({
    offences: (mcp) => {
      assertStrangersKeptOut(mcp);
      return [fromOrigin("null", "of the origin null")];
    },
    statuses: [403],
    atQuick: [inEra("stateless")],
  }),
});

export const ownOrigin = inferred("scopes.allowed-origin", {
  needs: [...TO_READ, allowedOrigin],
  source: `${TRANSPORT}, Security Warning`,
  text: "A request from a page of the allowed origin is served.",
  because: "The profile says that pages of this origin may use the service.",
  check: inEachEra(async (mcp, era) => {
    await provenReading(mcp, era);
    if (await isReadAmongOthers(mcp, era, "an allowed origin")) return;
    const valid = await callRead(mcp, era, mcp.readOnly);
    const answer = await mcp.send(withHeader(valid, "Origin", mcp.facts.allowedOrigin ?? ""));
    if (!mcp.succeeds(answer)) failRequirement(`the allowed origin to be served (${era.name})`, answer);
  }, "handshake"),
});

export const eventStream = inferred("scopes.event-stream", {
  needs: TO_ASK,
  source: "MCP 2025-03-26 to 2025-11-25, Transports, Listening for Messages from the Server",
  text: "A GET is answered with a stream of events, or 405.",
  check: async ({ mcp }) => {
    const era = await handshakeEraOf(mcp);
    const answer = await mcp.send(await era.bare("GET", mcp.sessionOwner));
    isStatus(answer, [200, 405], "a GET");
    if (answer.status === 200 && mediaType(answer) !== "text/event-stream")
      failRequirement("a stream of events", answer);
  },
});

export const notificationAnswer = inferred("scopes.notification-answer", {
  needs: TO_ASK,
  source: `${TRANSPORT}, Sending Messages to the Server`,
  text: "A notification is answered 202, without a body.",
  check: inEachEra(async (mcp, era) => {
    const answer = await validNotification(mcp, era);
    isStatus(answer, [202], `a notification (${era.name})`);
    if (answer.text !== "") failRequirement(`no body (${era.name})`, answer);
  }),
});

export const answerType = inferred("scopes.answer-type", {
  source: `${TRANSPORT}, Sending Messages to the Server`,
  text: "A call is answered with application/json or with a stream of events.",
  check: inEachEra(async (mcp, era) => {
    const answer = await validReading(mcp, era);
    if (answer.status !== 200)
      throw new InconclusiveError(`A reading was answered ${describeMcpAnswer(answer)}.`);
    if (!["application/json", "text/event-stream"].includes(mediaType(answer)))
      failRequirement(`application/json or text/event-stream (${era.name})`, answer);
  }),
});
