import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import {
  answering,
  calling,
  changingResult,
  inEra,
  type Occasion,
  rewriting,
  without,
  withStatus,
} from "../faults.ts";

const isReading = calling("tools/call", "list_cards");
const isListing = inEra("stateless", calling("tools/list"));
const isDiscovering = calling("server/discover");
const withTextId: Occasion = ({ message }) => typeof message?.id === "string";

const MAX_INT32 = 2_147_483_647;
const EMPTY_LIST = { resultType: "complete", tools: [], ttlMs: 0, cacheScope: "private" };

/** Of a message that the service cannot read. */
const isCutOff = ({ method, message, body }: McpCall) =>
  method === "POST" && message === undefined && body.startsWith("{");

export const messageMutants = [
  mutant(
    "lists-tools-with-an-error-beside",
    "scopes.responses",
    rewriting(isListing, (message) => (message.result === undefined ? message : { ...message, error: null })),
  ),
  mutant(
    "says-what-is-wrong-without-a-number",
    "scopes.responses",
    rewriting(calling("tools/call", "conformance-no-such-tool"), ({ id, jsonrpc }) => ({
      id,
      jsonrpc,
      error: { code: "no-such-tool", message: "There is no such tool" },
    })),
  ),
  mutant(
    "opens-with-another-jsonrpc",
    "scopes.responses",
    rewriting(calling("initialize"), without("jsonrpc")),
  ),
  mutant(
    "counts-in-the-place-of-ids",
    "scopes.ids",
    rewriting(withTextId, (message) => ({ ...message, id: 1 })),
  ),
  mutant(
    "takes-the-id-0-for-none",
    "scopes.ids",
    answering(
      ({ message }) => message?.id === 0,
      () => new Response(null, { status: 202 }),
    ),
  ),
  withOtherIds("takes-an-empty-id-for-null", (id) => (id === "" ? null : id)),
  withOtherIds("writes-negative-ids-without-their-sign", (id) =>
    typeof id === "number" ? Math.abs(id) : id,
  ),
  withOtherIds("keeps-ids-in-32-bits", (id) => (typeof id === "number" && id > MAX_INT32 ? id | 0 : id)),
  withOtherIds("writes-ids-in-latin-1", (id) =>
    typeof id === "string" ? Buffer.from(id).toString("latin1") : id,
  ),
  mutant(
    "knows-no-ping",
    "scopes.ping",
    rewriting(calling("ping"), ({ id, jsonrpc }) => ({
      id,
      jsonrpc,
      error: { code: -32_601, message: "Method not found" },
    })),
  ),
  mutant(
    "tells-the-time-at-a-ping",
    "scopes.ping",
    rewriting(calling("ping"), (message) => ({ ...message, result: { time: 1 } })),
  ),
  mutant("tells-of-its-progress-in-words", "scopes.stream-messages", streaming('data: {"progress":"half"}'), {
    choices: { mcpAnswers: "stream" },
  }),
  mutant(
    "asks-in-a-stream-without-a-session",
    "scopes.stream-messages",
    streaming('data: {"jsonrpc":"2.0","id":9001,"method":"roots/list"}'),
    { choices: { mcpAnswers: "stream" } },
  ),
  mutant(
    "does-not-say-of-what-type-a-result-is",
    "scopes.result-type",
    changingResult(inEra("stateless", isReading), without("resultType")),
  ),
  mutant(
    "makes-up-types-of-results",
    "scopes.result-type",
    changingResult(isListing, (result) => ({ ...result, resultType: "done" })),
  ),
  mutant(
    "names-its-revision-by-a-number",
    "scopes.handshake",
    changingResult(calling("initialize"), (result) => ({ ...result, protocolVersion: 20_251_125 })),
  ),
  mutant(
    "discovers-old-revisions-alone",
    "scopes.discover",
    changingResult(isDiscovering, (result) => ({ ...result, supportedVersions: ["2025-11-25"] })),
  ),
  mutant(
    "writes-every-id-as-text",
    "scopes.responses",
    rewriting(
      () => true,
      (message) => ({ ...message, ...("id" in message && { id: String(message["id"]) }) }),
    ),
  ),
  mutant(
    "does-not-say-how-long-its-tools-may-be-kept",
    "scopes.caching-hints",
    changingResult(isListing, without("ttlMs")),
  ),
  mutant(
    "lets-its-discovery-be-kept-for-less-than-nothing",
    "scopes.caching-hints",
    changingResult(isDiscovering, (result) => ({ ...result, ttlMs: -1 })),
  ),
  mutant(
    "lets-its-tools-be-kept-by-whomever",
    "scopes.caching-hints",
    changingResult(isListing, (result) => ({ ...result, cacheScope: "shared" })),
  ),
  mutant(
    "makes-up-codes-of-the-specification",
    "scopes.reserved-codes",
    rewriting(inEra("stateless", calling("tools/call", "conformance-no-such-tool")), (message) => ({
      ...message,
      error: { code: -32_050, message: "No such tool" },
    })),
  ),
  mutant(
    "does-without-the-capabilities-of-clients",
    "scopes.missing-meta",
    answering(
      ({ message, body }) => message?.method === "tools/list" && !body.includes("clientCapabilities"),
      (response, { message, era }) =>
        era === "stateless"
          ? Response.json({ jsonrpc: "2.0", id: message?.id, result: EMPTY_LIST })
          : response,
    ),
  ),
  mutant(
    "calls-a-request-without-capabilities-unreadable",
    "scopes.missing-meta",
    rewriting(isListing, (message, { body }) => ({
      ...message,
      ...(!body.includes("clientCapabilities") && { error: { code: -32_700, message: "Parse error" } }),
    })),
  ),
  mutant(
    "does-without-a-revision-in-the-headers",
    "scopes.missing-version",
    () => ({
      mcpService: {
        headers: ({ headers }) => {
          const told = new Headers(headers);
          if (!told.has("mcp-protocol-version")) told.set("mcp-protocol-version", "2026-07-28");
          return told;
        },
      },
    }),
    { choices: { mcpEras: "stateless" } },
  ),
  mutant(
    "compares-names-as-they-are-encoded",
    "scopes.encoded-name",
    answering(
      ({ headers }) => headers.get("mcp-name")?.startsWith("=?base64?") === true,
      (_response, { message }) =>
        Response.json(
          { jsonrpc: "2.0", id: message?.id, error: { code: -32_020, message: "Header mismatch" } },
          { status: 400 },
        ),
    ),
  ),
  mutant(
    "takes-what-it-cannot-read-for-a-notification",
    "scopes.malformed-body",
    answering(isCutOff, (response) =>
      response.status === 400 ? new Response(null, { status: 202 }) : response,
    ),
  ),
  mutant(
    "answers-an-empty-page-to-what-it-cannot-read",
    "scopes.malformed-body",
    answering(inEra("handshake", isCutOff), (response) =>
      response.status === 400 ? withStatus(new Response("{}"), 200) : response,
    ),
  ),
];

/** Changes the ids of responses. */
function withOtherIds(name: string, change: (id: unknown) => unknown) {
  return mutant(
    name,
    "scopes.ids",
    rewriting(
      ({ message }) => message?.id !== undefined,
      (message) => ({ ...message, id: change(message["id"]) }),
    ),
  );
}

/** Puts an event before the others of a stream without a session. */
function streaming(event: string): Parameters<typeof mutant>[2] {
  return answering(inEra("stateless", isReading), async (response) => {
    const text = await response.text();
    return new Response(text.startsWith("{") ? text : `${event}\n\n${text}`, response);
  });
}
