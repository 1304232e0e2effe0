import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
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
import { replacing } from "../../../lib/reference/changes.ts";

const isReading = calling("tools/call", "list_cards");
const isListing = inEra("stateless", calling("tools/list"));
const isDiscovering = calling("server/discover");
const withTextId: Occasion = ({ message }) => typeof message?.id === "string";

const MAX_INT32 = 2_147_483_647;
const EMPTY_LIST = { resultType: "complete", tools: [], ttlMs: 0, cacheScope: "private" };

/** Of a message that the service cannot read. */
const isCutOff = ({ method, message, body }: McpCall) =>
  method === "POST" && message === undefined && body.startsWith("{");

export const messageMutants = toMutants({
  "scopes.responses": {
    "lists-tools-with-an-error-beside": rewriting(isListing, (message) =>
      message.result === undefined ? message : { ...message, error: null },
    ),
    "says-what-is-wrong-without-a-number": rewriting(
      calling("tools/call", "conformance-no-such-tool"),
      ({ id, jsonrpc }) => ({
        id,
        jsonrpc,
        error: { code: "no-such-tool", message: "There is no such tool" },
      }),
    ),
    "opens-with-another-jsonrpc": rewriting(calling("initialize"), without("jsonrpc")),
    "writes-every-id-as-text": rewriting(
      () => true,
      (message) => ({ ...message, ...("id" in message && { id: String(message["id"]) }) }),
    ),
  },
  "scopes.ids": {
    "counts-in-the-place-of-ids": rewriting(withTextId, (message) => ({ ...message, id: 1 })),
    "takes-the-id-0-for-none": answering(
      ({ message }) => message?.id === 0,
      () => new Response(null, { status: 202 }),
    ),
    "takes-an-empty-id-for-null": withOtherIds((id) => (id === "" ? null : id)),
    "writes-negative-ids-without-their-sign": withOtherIds((id) =>
      typeof id === "number" ? Math.abs(id) : id,
    ),
    "keeps-ids-in-32-bits": withOtherIds((id) => (typeof id === "number" && id > MAX_INT32 ? id | 0 : id)),
    "writes-ids-in-latin-1": withOtherIds((id) =>
      typeof id === "string" ? Buffer.from(id).toString("latin1") : id,
    ),
  },
  "scopes.ping": {
    "knows-no-ping": rewriting(calling("ping"), ({ id, jsonrpc }) => ({
      id,
      jsonrpc,
      error: { code: -32_601, message: "Method not found" },
    })),
    "tells-the-time-at-a-ping": rewriting(calling("ping"), (message) => ({
      ...message,
      result: { time: 1 },
    })),
  },
  "scopes.stream-messages": {
    "tells-of-its-progress-in-words": only(
      { choices: { mcpAnswers: "stream" } },
      streaming('data: {"progress":"half"}'),
    ),
    "asks-in-a-stream-without-a-session": only(
      { choices: { mcpAnswers: "stream" } },
      streaming('data: {"jsonrpc":"2.0","id":9001,"method":"roots/list"}'),
    ),
  },
  "scopes.result-type": {
    "does-not-say-of-what-type-a-result-is": changingResult(
      inEra("stateless", isReading),
      without("resultType"),
    ),
    "makes-up-types-of-results": changingResult(isListing, (result) => ({ ...result, resultType: "done" })),
  },
  "scopes.handshake": {
    "names-its-revision-by-a-number": changingResult(calling("initialize"), (result) => ({
      ...result,
      protocolVersion: 20_251_125,
    })),
  },
  "scopes.discover": {
    "discovers-old-revisions-alone": changingResult(isDiscovering, (result) => ({
      ...result,
      supportedVersions: ["2025-11-25"],
    })),
  },
  "scopes.caching-hints": {
    "does-not-say-how-long-its-tools-may-be-kept": changingResult(isListing, without("ttlMs")),
    "lets-its-discovery-be-kept-for-less-than-nothing": changingResult(isDiscovering, (result) => ({
      ...result,
      ttlMs: -1,
    })),
    "lets-its-tools-be-kept-by-whomever": changingResult(isListing, (result) => ({
      ...result,
      cacheScope: "shared",
    })),
  },
  "scopes.reserved-codes": {
    "makes-up-codes-of-the-specification": rewriting(
      inEra("stateless", calling("tools/call", "conformance-no-such-tool")),
      (message) => ({
        ...message,
        error: { code: -32_050, message: "No such tool" },
      }),
    ),
  },
  "scopes.missing-meta": {
    "does-without-the-capabilities-of-clients": answering(
      ({ message, body }) => message?.method === "tools/list" && !body.includes("clientCapabilities"),
      (response, { message, era }) =>
        era === "stateless"
          ? Response.json({ jsonrpc: "2.0", id: message?.id, result: EMPTY_LIST })
          : response,
    ),
    "calls-a-request-without-capabilities-unreadable": rewriting(isListing, (message, { body }) => ({
      ...message,
      ...(!body.includes("clientCapabilities") && { error: { code: -32_700, message: "Parse error" } }),
    })),
  },
  "scopes.missing-version": {
    "does-without-a-revision-in-the-headers": only(
      { choices: { mcpEras: "stateless" } },
      replacing("mcpService.headers", () => ({ headers }) => {
        const told = new Headers(headers);
        if (!told.has("mcp-protocol-version")) told.set("mcp-protocol-version", "2026-07-28");
        return told;
      }),
    ),
  },
  "scopes.encoded-name": {
    "compares-names-as-they-are-encoded": answering(
      ({ headers }) => headers.get("mcp-name")?.startsWith("=?base64?") === true,
      (_response, { message }) =>
        Response.json(
          { jsonrpc: "2.0", id: message?.id, error: { code: -32_020, message: "Header mismatch" } },
          { status: 400 },
        ),
    ),
  },
  "scopes.malformed-body": {
    "takes-what-it-cannot-read-for-a-notification": answering(isCutOff, (response) =>
      response.status === 400 ? new Response(null, { status: 202 }) : response,
    ),
    "answers-an-empty-page-to-what-it-cannot-read": answering(inEra("handshake", isCutOff), (response) =>
      response.status === 400 ? withStatus(new Response("{}"), 200) : response,
    ),
  },
});

/** Changes the ids of responses. */
function withOtherIds(change: (id: unknown) => unknown): Change {
  return rewriting(
    ({ message }) => message?.id !== undefined,
    (message) => ({ ...message, id: change(message["id"]) }),
  );
}

/** Puts an event before the others of a stream without a session. */
function streaming(event: string): Change {
  return answering(inEra("stateless", isReading), async (response) => {
    const text = await response.text();
    return new Response(text.startsWith("{") ? text : `${event}\n\n${text}`, response);
  });
}
