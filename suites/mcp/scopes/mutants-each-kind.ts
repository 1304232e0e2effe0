import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import {
  answering,
  calling,
  changingResult,
  inEra,
  type Message,
  type Occasion,
  ofMethod,
  overlooking,
  rewriting,
} from "../faults.ts";
import { replacing, sayingYes } from "../../../lib/reference/changes.ts";

const NO_SUCH_VERSION = "1999-01-01";
const OF_STATELESS_ERA = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const isNotification: Occasion = ({ message }) => message?.method.startsWith("notifications/") === true;
const isReading = calling("tools/call", "list_cards");

/** Faults of one kind of request alone: of one method of HTTP or of the protocol. */
export const kindMutants = toMutants({
  "scopes.foreign-origin": {
    "streams-to-pages-of-strangers": servingStrangers(({ method }) => method === "GET"),
    "ends-sessions-for-pages-of-strangers": servingStrangers(({ method }) => method === "DELETE"),
    "lists-tools-for-pages-of-strangers": servingStrangers(inEra("stateless", calling("tools/list"))),
    "takes-notifications-of-pages-of-strangers": servingStrangers(inEra("handshake", isNotification)),
  },
  "scopes.ended-session": {
    "takes-notifications-in-ended-sessions": answering(inEra("handshake", isNotification), (response) =>
      response.status === 404 ? new Response(null, { status: 202 }) : response,
    ),
    "streams-in-ended-sessions": answering(inEra("handshake", ofMethod("GET")), (response) =>
      response.status === 404
        ? new Response(": open\n\n", { headers: { "content-type": "text/event-stream" } })
        : response,
    ),
  },
  "scopes.unsupported-version": {
    "serves-revisions-of-the-future": answering(
      ({ headers }) => headers.get("mcp-protocol-version") === "2099-01-01",
      (_response, { message }) =>
        Response.json({ jsonrpc: "2.0", id: message?.id, result: { ...OF_STATELESS_ERA, tools: [] } }),
    ),
    "reads-in-any-revision": inAnyRevision(isReading, (_response, { message, era }) =>
      Response.json({
        jsonrpc: "2.0",
        id: message?.id,
        result: { content: [], ...(era === "stateless" && { resultType: "complete" }) },
      }),
    ),
    "takes-notifications-of-any-revision": inAnyRevision(
      isNotification,
      () => new Response(null, { status: 202 }),
    ),
    "ends-sessions-of-any-revision": inAnyRevision(
      ofMethod("DELETE"),
      () => new Response(null, { status: 204 }),
    ),
    "streams-in-any-revision": inAnyRevision(
      ofMethod("GET"),
      () => new Response(": open\n\n", { headers: { "content-type": "text/event-stream" } }),
    ),
    "discovers-in-any-revision": inAnyRevision(calling("server/discover"), (_response, { message }) =>
      Response.json({
        jsonrpc: "2.0",
        id: message?.id,
        result: {
          ...OF_STATELESS_ERA,
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {} },
        },
      }),
    ),
  },
  "scopes.contradicting-headers": {
    "does-not-look-at-the-version-in-meta": answering(
      inEra(
        "stateless",
        ({ body, headers }) =>
          body.includes('"2099-01-01"') && headers.get("mcp-protocol-version") !== "2099-01-01",
      ),
      (_response, { message }) =>
        Response.json({ jsonrpc: "2.0", id: message?.id, result: { ...OF_STATELESS_ERA, tools: [] } }),
    ),
    "does-not-look-at-the-method-of-lists": overlooking(["mcp-method"], { of: "tools/list" }),
    "does-not-look-at-the-method-of-discovery": overlooking(["mcp-method"], { of: "server/discover" }),
  },
  "scopes.missing-headers": {
    "lists-tools-without-headers": overlooking(["mcp-method"], { of: "tools/list", isMissing: true }),
  },
  "scopes.encoded-name": {
    "does-not-decode-names": replacing("mcpService.headers", (headers) => (call) => {
      const told = new Headers(headers(call));
      const isEncoded = told.get("mcp-name")?.startsWith("=?base64?") === true;
      if (isEncoded && call.message?.tool !== undefined) told.set("mcp-name", call.message.tool);
      return told;
    }),
  },
  "scopes.handshake": {
    "does-not-say-of-which-version-it-is": changingResult(calling("initialize"), (result) => ({
      ...result,
      serverInfo: { name: "reference" },
    })),
  },
  "scopes.missing-meta": {
    "lists-tools-without-meta": withoutMetaAt("tools/list"),
    "discovers-without-meta": withoutMetaAt("server/discover"),
    "reads-without-meta": withoutMetaAt("tools/call"),
  },
  "scopes.missing-version": {
    "lists-tools-without-a-revision-in-the-headers": only(
      { choices: { mcpEras: "stateless" } },
      replacing("mcpService.headers", () => ({ headers, message }) => {
        const told = new Headers(headers);
        const isMissing = !headers.has("mcp-protocol-version");
        if (isMissing && message?.method === "tools/list") told.set("mcp-protocol-version", "2026-07-28");
        return told;
      }),
    ),
  },
  "scopes.ids": {
    "answers-ids-of-digits-as-numbers": rewriting(ofMethod("POST"), (message) => ({
      ...message,
      ...withNumber(message["id"]),
    })),
    "answers-errors-with-numbers-as-ids": rewriting(ofMethod("POST"), (message) => ({
      ...message,
      ...(message.error !== undefined && withNumber(message["id"])),
    })),
  },
  "scopes.responses": {
    "refuses-tokens-with-another-id": only(
      { choices: { mcpRefusalBody: "json-rpc" } },
      rewriting(ofMethod("POST"), (message: Message, { message: asked }) => ({
        ...message,
        ...(message["id"] === null && typeof asked?.id === "number" && { id: asked.id + 1 }),
      })),
    ),
  },
});

function servingStrangers(when: Occasion): Change {
  return sayingYes("mcpGate.allowsOrigin", when);
}

function inAnyRevision(when: Occasion, answer: (response: Response, call: McpCall) => Response): Change {
  return answering(
    ({ method, headers, body, ...call }) =>
      headers.get("mcp-protocol-version") === NO_SUCH_VERSION &&
      (body === "" || call.era === "handshake" || body.includes(NO_SUCH_VERSION)) &&
      when({ ...call, method, headers, body }),
    answer,
  );
}

/** Serves requests of the stateless era that have no `_meta`. */
function withoutMetaAt(method: string): Change {
  return answering(
    (call) => inEra("stateless", calling(method))(call) && !call.body.includes("_meta"),
    (response, { message }) =>
      response.status === 400
        ? Response.json({ jsonrpc: "2.0", id: message?.id, result: OF_STATELESS_ERA })
        : response,
  );
}

function withNumber(id: unknown): { readonly id?: number } {
  return typeof id === "string" && /^\d+$/.test(id) ? { id: Number(id) } : {};
}
