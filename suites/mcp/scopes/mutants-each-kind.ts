import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";
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

const NO_SUCH_VERSION = "1999-01-01";
const OF_STATELESS_ERA = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const isNotification: Occasion = ({ message }) => message?.method.startsWith("notifications/") === true;
const isReading = calling("tools/call", "list_cards");

/** Faults of one kind of request alone: of one method of HTTP or of the protocol. */
export const kindMutants = [
  mutant(
    "streams-to-pages-of-strangers",
    "scopes.foreign-origin",
    servingStrangers(({ method }) => method === "GET"),
  ),
  mutant(
    "ends-sessions-for-pages-of-strangers",
    "scopes.foreign-origin",
    servingStrangers(({ method }) => method === "DELETE"),
  ),
  mutant(
    "lists-tools-for-pages-of-strangers",
    "scopes.foreign-origin",
    servingStrangers(inEra("stateless", calling("tools/list"))),
  ),
  mutant(
    "takes-notifications-of-pages-of-strangers",
    "scopes.foreign-origin",
    servingStrangers(inEra("handshake", isNotification)),
  ),
  mutant(
    "takes-notifications-in-ended-sessions",
    "scopes.ended-session",
    answering(inEra("handshake", isNotification), (response) =>
      response.status === 404 ? new Response(null, { status: 202 }) : response,
    ),
  ),
  mutant(
    "streams-in-ended-sessions",
    "scopes.ended-session",
    answering(inEra("handshake", ofMethod("GET")), (response) =>
      response.status === 404
        ? new Response(": open\n\n", { headers: { "content-type": "text/event-stream" } })
        : response,
    ),
  ),
  mutant(
    "serves-revisions-of-the-future",
    "scopes.unsupported-version",
    answering(
      ({ headers }) => headers.get("mcp-protocol-version") === "2099-01-01",
      (_response, { message }) =>
        Response.json({ jsonrpc: "2.0", id: message?.id, result: { ...OF_STATELESS_ERA, tools: [] } }),
    ),
  ),
  mutant(
    "does-not-look-at-the-version-in-meta",
    "scopes.contradicting-headers",
    answering(
      inEra(
        "stateless",
        ({ body, headers }) =>
          body.includes('"2099-01-01"') && headers.get("mcp-protocol-version") !== "2099-01-01",
      ),
      (_response, { message }) =>
        Response.json({ jsonrpc: "2.0", id: message?.id, result: { ...OF_STATELESS_ERA, tools: [] } }),
    ),
  ),
  mutant(
    "reads-in-any-revision",
    "scopes.unsupported-version",
    inAnyRevision(isReading, (_response, { message, era }) =>
      Response.json({
        jsonrpc: "2.0",
        id: message?.id,
        result: { content: [], ...(era === "stateless" && { resultType: "complete" }) },
      }),
    ),
  ),
  mutant(
    "takes-notifications-of-any-revision",
    "scopes.unsupported-version",
    inAnyRevision(isNotification, () => new Response(null, { status: 202 })),
  ),
  mutant(
    "ends-sessions-of-any-revision",
    "scopes.unsupported-version",
    inAnyRevision(ofMethod("DELETE"), () => new Response(null, { status: 204 })),
  ),
  mutant(
    "streams-in-any-revision",
    "scopes.unsupported-version",
    inAnyRevision(
      ofMethod("GET"),
      () => new Response(": open\n\n", { headers: { "content-type": "text/event-stream" } }),
    ),
  ),
  mutant(
    "discovers-in-any-revision",
    "scopes.unsupported-version",
    inAnyRevision(calling("server/discover"), (_response, { message }) =>
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
  ),
  mutant(
    "does-not-look-at-the-method-of-lists",
    "scopes.contradicting-headers",
    overlooking(["mcp-method"], { of: "tools/list" }),
  ),
  mutant(
    "does-not-look-at-the-method-of-discovery",
    "scopes.contradicting-headers",
    overlooking(["mcp-method"], { of: "server/discover" }),
  ),
  mutant(
    "lists-tools-without-headers",
    "scopes.missing-headers",
    overlooking(["mcp-method"], { of: "tools/list", isMissing: true }),
  ),
  mutant("does-not-decode-names", "scopes.encoded-name", ({ mcpService }) => ({
    mcpService: {
      headers: (call) => {
        const told = new Headers(mcpService.headers(call));
        const isEncoded = told.get("mcp-name")?.startsWith("=?base64?") === true;
        if (isEncoded && call.message?.tool !== undefined) told.set("mcp-name", call.message.tool);
        return told;
      },
    },
  })),
  mutant(
    "does-not-say-of-which-version-it-is",
    "scopes.handshake",
    changingResult(calling("initialize"), (result) => ({ ...result, serverInfo: { name: "reference" } })),
  ),
  mutant("lists-tools-without-meta", "scopes.missing-meta", withoutMetaAt("tools/list")),
  mutant("discovers-without-meta", "scopes.missing-meta", withoutMetaAt("server/discover")),
  mutant("reads-without-meta", "scopes.missing-meta", withoutMetaAt("tools/call")),
  mutant(
    "lists-tools-without-a-revision-in-the-headers",
    "scopes.missing-version",
    () => ({
      mcpService: {
        headers: ({ headers, message }) => {
          const told = new Headers(headers);
          const isMissing = !headers.has("mcp-protocol-version");
          if (isMissing && message?.method === "tools/list") told.set("mcp-protocol-version", "2026-07-28");
          return told;
        },
      },
    }),
    { choices: { mcpEras: "stateless" } },
  ),
  mutant(
    "answers-ids-of-digits-as-numbers",
    "scopes.ids",
    rewriting(ofMethod("POST"), (message) => ({ ...message, ...withNumber(message["id"]) })),
  ),
  mutant(
    "answers-errors-with-numbers-as-ids",
    "scopes.ids",
    rewriting(ofMethod("POST"), (message) => ({
      ...message,
      ...(message.error !== undefined && withNumber(message["id"])),
    })),
  ),
  mutant(
    "refuses-tokens-with-another-id",
    "scopes.responses",
    rewriting(ofMethod("POST"), (message: Message, { message: asked }) => ({
      ...message,
      ...(message["id"] === null && typeof asked?.id === "number" && { id: asked.id + 1 }),
    })),
    { choices: { mcpRefusalBody: "json-rpc" } },
  ),
];

function servingStrangers(when: Occasion): Change {
  return ({ mcpGate }) => ({
    mcpGate: { allowsOrigin: (call) => when(call) || mcpGate.allowsOrigin(call) },
  });
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
