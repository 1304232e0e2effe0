import { thrownBy } from "../../../lib/engine/judge/outcome.ts";
import { breachOf } from "../../../lib/mcp/discovery/tools-listed.ts";
import {
  breachOfShape,
  assertServed,
  failRequirement,
  throwInapplicable,
  isStatus,
  NO_CHALLENGE,
  NO_CONTENT,
  validResult,
} from "../../../lib/mcp/refusals/fails.ts";
import { assertStrangersKeptOut, foreignOrigins, fromOrigin } from "../../../lib/mcp/refusals/offences.ts";
import { READING_FORMS } from "../../../lib/mcp/refusals/proofs.ts";
import { refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/requirement.ts";
import { REVISION_WITH_BATCHES } from "../../../lib/mcp/service/batch.ts";
import { bearersOf } from "../../../lib/mcp/wire/challenge.ts";
import { eventsIn } from "../../../lib/mcp/wire/event-reader.ts";
import { type McpAnswer, NotBegunError } from "../../../lib/mcp/wire/mcp-request.ts";
import { isResponseTo, mediaType, memberOf, parseJson } from "../../../lib/mcp/wire/rpc.ts";
import { allowedOrigin, TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.everyServer, TO_READ);
/** A kind of content, and what belongs to it. Annotations and further members stay out. */
const CONTENT = /^(?:isError|content(?:\.\d+(?:\.(?:type|text|data|mimeType|uri|name|resource))?)?)$/;

export const toolResult = inferred("scopes.tool-result", {
  source: "MCP, Tools, Tool Result; Schema, CallToolResult",
  text: "The result of a tool has a list of content, each of a kind that there is with what belongs to it; `isError`, if present, is true or false.",
  check: inEachEra(async ({ fail, answerAt }) => {
    const answer = await answerAt("tools/call");
    const result = validResult(answer);
    if (!Array.isArray(result["content"])) fail("a list of content", answer, undefined, NO_CONTENT);
    const breach = await breachOfShape("CallToolResult", result, CONTENT);
    if (breach !== undefined) fail("content and isError by the schema of the specification", answer, breach);
  }),
});

export const outputSchema = inferred("scopes.output-schema", {
  needs: TO_WRITE,
  source: "MCP 2025-06-18 and later, Tools, Output Schema",
  text: "A tool that lists a schema of its output gives output by that schema: the tool that reads, and the one that writes.",
  check: async ({ eachEra, mcp }) => {
    let looked = 0;
    await eachEra(async ({ fail, toolsListed, answerAt, writeOfWriter }) => {
      const { tools } = await toolsListed();
      for (const tool of ["read", "write"] as const) {
        const listed = tools.find((one) => memberOf(one, "name") === mcp.facts[tool]?.tool);
        const schema = memberOf(listed, "outputSchema");
        if (schema === undefined) continue;
        looked += 1;
        const answer = tool === "read" ? await answerAt("tools/call") : (await writeOfWriter()).answer;
        const { structuredContent: output } = validResult(answer);
        if (output === undefined) fail("structuredContent beside a schema of it", answer);
        const breach = breachOf(schema, output);
        if (breach !== undefined) fail("structuredContent by its schema", answer, `at ${breach}`);
      }
    }, "stateless");
    if (looked === 0) throwInapplicable("No tool of the profile lists a schema of its output.");
  },
});

export const writeAnnotation = advisory("scopes.write-annotation", {
  needs: TO_WRITE,
  source: "MCP 2025-03-26 and later, Schema, ToolAnnotations",
  text: "A tool that writes is not said to only read.",
  check: inEachEra(async ({ mcp, fail, toolsListed }) => {
    const { tools, answer } = await toolsListed();
    const name = mcp.facts.write?.tool ?? "";
    const tool = tools.find((one) => memberOf(one, "name") === name);
    if (memberOf(memberOf(tool, "annotations"), "readOnlyHint") === true)
      fail(`no readOnlyHint of ${name}`, answer);
  }, "stateless"),
});

export const batchAnswers = inferred("scopes.batch-answers", {
  source: "MCP 2025-03-26, Base Protocol, Batching",
  text: "A service that speaks the revision 2025-03-26 answers each request of a batch.",
  check: async ({ mcp, at }) => {
    const era = await mcp.handshakeAt(REVISION_WITH_BATCHES);
    if (era === undefined) throwInapplicable("The service does not speak a revision with batches.");
    const { answer, isAnswered } = await at(era).batchOfReadings();
    if (!isAnswered) failRequirement("a result for each request of a batch", answer);
  },
});

export const refusedScopeChallenge = inferred("scopes.refusal-challenge", {
  needs: TO_WRITE,
  source: "RFC 6750, 3; OAuth 2.1, 5.3.1",
  text: "A 403 for a token that may not write has a Bearer challenge.",
  check: inEachEra(async ({ fail, refusedWrite }) => {
    const answer = await refusedWrite();
    const deviation = { ...NO_CHALLENGE, when: ["of a 403"] };
    if ((bearersOf(answer)[0]?.parameters ?? []).length === 0)
      fail("a Bearer challenge with a parameter", answer, undefined, deviation);
  }),
});

const TRANSPORT = "MCP 2025-03-26 and later, Transports, Streamable HTTP";

export const foreignOrigin = inferred("scopes.foreign-origin", {
  source: `${TRANSPORT}, Security Warning`,
  text: "A request of any kind from a page of a stranger's origin is answered 403, by a service on this machine, or if the profile names an origin that may use it.",
  check: refusesRequests({
    offences: foreignOrigins,
    doors: "every",
    statuses: [403],
    isLaxAtBare: true,
    isSparing: true,
    atQuick: (_offence, { type }) => type !== "opening",
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
    eraAtQuick: "stateless",
  }),
});

export const ownOrigin = inferred("scopes.allowed-origin", {
  needs: [...TO_READ, allowedOrigin],
  source: `${TRANSPORT}, Security Warning`,
  text: "A request from a page of the allowed origin is served.",
  because: "The profile says that pages of this origin may use the service.",
  check: inEachEra(async ({ mcp, readsIn }) => readsIn(READING_FORMS.origin(mcp)), "handshake"),
});

export const eventStream = inferred("scopes.event-stream", {
  needs: TO_ASK,
  source: "MCP 2025-03-26 to 2025-11-25, Transports, Listening for Messages from the Server",
  text: "A GET is answered with a stream of events, or 405.",
  check: async ({ handshake, mcp }) => {
    const { era } = await handshake();
    const request = await era.bare("GET", mcp.sessionOwner);
    const answer = await mcp.send(request).catch((error: unknown) => {
      if (!(error instanceof NotBegunError)) throw error;
      return throwInapplicable(
        "The service has not begun to answer a GET: it may begin with its first event.",
      );
    });
    isStatus(answer, [200, 405], "a GET");
    if (answer.status === 200 && mediaType(answer) !== "text/event-stream")
      failRequirement("a stream of events", answer);
  },
});

export const notificationAnswer = inferred("scopes.notification-answer", {
  needs: TO_ASK,
  source: `${TRANSPORT}, Sending Messages to the Server`,
  text: "A notification is answered 202, without a body.",
  check: inEachEra(async (service) => {
    const answer = await service.answerAt("notification");
    service.isStatus(answer, [202], "a notification");
    if (answer.text !== "") service.fail("no body", answer);
  }),
});

export const answerType = inferred("scopes.answer-type", {
  source: `${TRANSPORT}, Sending Messages to the Server`,
  text: "A request is answered with application/json or with a stream of events.",
  check: async (means) => {
    const error = await thrownBy(async () => void (await means.mcp.eras()));
    const untyped = means.mcp.answers.find((answer) => !isTyped(answer) && holdsResponse(answer));
    if (untyped !== undefined) failRequirement(`${TYPES.join(" or ")} for ${untyped.request.label}`, untyped);
    if (error !== undefined) throw error;
    await inEachEra(async ({ fail, answerAt }) => {
      const answer = await answerAt("tools/call");
      assertServed(answer);
      if (!isTyped(answer)) fail(TYPES.join(" or "), answer);
    })(means);
  },
});

const TYPES = ["application/json", "text/event-stream"];

function isTyped(answer: McpAnswer): boolean {
  return TYPES.includes(mediaType(answer));
}

/** Whether an answer has the response to its request, as JSON or in an event, whatever its type. */
function holdsResponse({ status, text, request: { waitsFor } }: McpAnswer): boolean {
  const texts = status === 200 && waitsFor !== undefined ? [text, ...eventsIn(text)] : [];
  return texts.some((one) => isResponseTo(parseJson(one), waitsFor));
}
