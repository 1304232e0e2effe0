import { together, where } from "../../../lib/reference/changes.ts";
import { all, hasHeader, not } from "../../../lib/reference/faults.ts";
import { MCP_PATH } from "../../../lib/reference/mcp/places.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import {
  answering,
  asText,
  emptyAnswer,
  errorWith,
  hasInBody,
  isCallingTool,
  isDelete,
  isDiscovering,
  isGet,
  isHandshake,
  isListing,
  isNotification,
  isReading,
  isStateless,
  isStatelessListing,
  type McpCondition,
  messageWith,
  openStream,
  resultOf,
  serving,
  settingHeader,
  turning,
  withStatus,
} from "../faults.ts";

const NO_SUCH_VERSION = "1999-01-01";
const FUTURE_VERSION = "2099-01-01";
const COMPLETE = { resultType: "complete" };
const OF_STATELESS_ERA = { ...COMPLETE, ttlMs: 0, cacheScope: "private" };
const EMPTY_LIST = { ...OF_STATELESS_ERA, tools: [] };

/** Whether it is a request for a stream of the service. */
const isOpeningStream: McpCondition = ({ method, url }) => method === "GET" && url.pathname === MCP_PATH;
/** Whether it is a message that the service cannot read. */
const isCutOff: McpCondition = ({ method, message, body }) =>
  method === "POST" && message === undefined && body.startsWith("{");
/** Whether it is a request of a revision that does not exist. */
const isOfUnknownRevision: McpCondition = ({ headers, body, era }) =>
  headers.get("mcp-protocol-version") === NO_SUCH_VERSION &&
  (body === "" || era === "handshake" || body.includes(NO_SUCH_VERSION));
const isListingWithoutCapabilities = all(isStatelessListing, not(hasInBody("clientCapabilities")));
const lacksVersion = not(hasHeader("mcp-protocol-version"));
const hasVersion = (version: string) => hasHeader("mcp-protocol-version", version);

/** Answers requests of this kind in a revision that does not exist. */
const inUnknownRevision = (isMeant: McpCondition, change: Change): Change =>
  where(all(isOfUnknownRevision, isMeant), change);
/** Answers requests of the stateless era that have no `_meta`. */
const withoutMeta = (isMeant: McpCondition): Change =>
  where(
    all(isStateless, isMeant, not(hasInBody("_meta"))),
    turning(400, (_response, call) => resultOf(call, OF_STATELESS_ERA)),
  );

/** Take the method, or the name of a tool, from the body, whatever the headers say. */
const trustingMethod = settingHeader("mcp-method", ({ message }) => message?.method);
const trustingName = settingHeader("mcp-name", ({ message }) => message?.tool);
const assumingVersion = settingHeader("mcp-protocol-version", () => "2026-07-28");

/** Faults with methods, statuses and headers of HTTP, with revisions, and with bodies that are no message. */
export const transportMutants = toMutants({
  "scopes.event-stream": {
    "answers-a-get-with-a-page": where(
      isOpeningStream,
      turning(200, () => new Response("<html></html>", { headers: { "content-type": "text/html" } })),
    ),
    "fails-at-a-get": where(isOpeningStream, turning(200, emptyAnswer(404))),
  },
  "scopes.notification-answer": {
    "answers-notifications-with-200": where(isNotification, turning(202, emptyAnswer(200))),
    "answers-notifications-with-a-body": where(
      all(isStateless, isNotification),
      turning(202, () => Response.json({}, { status: 202 })),
    ),
  },
  "scopes.answer-type": {
    "answers-calls-as-text": where(isCallingTool, turning(200, asText)),
  },
  "scopes.unsupported-version": {
    "serves-any-revision-in-a-session": where(
      all(isHandshake, hasVersion(NO_SUCH_VERSION)),
      serving({ tools: [] }),
    ),
    "serves-revisions-of-the-future": where(hasVersion(FUTURE_VERSION), serving(EMPTY_LIST)),
    "reads-in-any-revision": inUnknownRevision(
      isReading,
      answering((_response, call) =>
        resultOf(call, { content: [], ...(call.era === "stateless" && COMPLETE) }),
      ),
    ),
    "takes-notifications-of-any-revision": inUnknownRevision(isNotification, answering(emptyAnswer(202))),
    "ends-sessions-of-any-revision": inUnknownRevision(isDelete, answering(emptyAnswer(204))),
    "streams-in-any-revision": inUnknownRevision(isGet, answering(openStream)),
    "discovers-in-any-revision": inUnknownRevision(
      isDiscovering,
      serving({ ...OF_STATELESS_ERA, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }),
    ),
    "does-not-list-its-revisions": where(
      isStateless,
      messageWith(({ error }) => (error === undefined ? {} : { error: { ...error, data: undefined } })),
    ),
    "answers-200-to-unknown-revisions": where(isStatelessListing, turning(400, withStatus(200))),
  },
  "scopes.missing-version": {
    "does-without-a-revision-in-the-headers": only(
      { choices: { mcpEras: "stateless" } },
      where(lacksVersion, assumingVersion),
    ),
    "lists-tools-without-a-revision-in-the-headers": only(
      { choices: { mcpEras: "stateless" } },
      where(all(isListing, lacksVersion), assumingVersion),
    ),
  },
  "scopes.contradicting-headers": {
    "looks-at-no-header": where(isCallingTool, together(trustingMethod, trustingName)),
    "does-not-look-at-the-name": where(isCallingTool, trustingName),
    "does-not-look-at-the-method-of-lists": where(isListing, trustingMethod),
    "does-not-look-at-the-method-of-discovery": where(isDiscovering, trustingMethod),
    "does-not-look-at-the-version-in-meta": where(
      all(isStateless, hasInBody(`"${FUTURE_VERSION}"`), not(hasVersion(FUTURE_VERSION))),
      serving(EMPTY_LIST),
    ),
    "calls-contradictions-another-error": where(
      isStateless,
      messageWith(({ error }) => (error?.["code"] === -32_020 ? { error: { ...error, code: -32_600 } } : {})),
    ),
  },
  "scopes.missing-headers": {
    "does-without-headers": where(
      isCallingTool,
      together(
        where(not(hasHeader("mcp-method")), trustingMethod),
        where(not(hasHeader("mcp-name")), trustingName),
      ),
    ),
    "lists-tools-without-headers": where(all(isListing, not(hasHeader("mcp-method"))), trustingMethod),
  },
  "scopes.encoded-name": {
    "does-not-decode-names": where(hasHeader("mcp-name", /^=\?base64\?/), trustingName),
    "compares-names-as-they-are-encoded": where(
      hasHeader("mcp-name", /^=\?base64\?/),
      answering((_response, { message }) =>
        Response.json(
          { jsonrpc: "2.0", id: message?.id, error: { code: -32_020, message: "Header mismatch" } },
          { status: 400 },
        ),
      ),
    ),
  },
  "scopes.missing-meta": {
    "lists-tools-without-meta": withoutMeta(isListing),
    "discovers-without-meta": withoutMeta(isDiscovering),
    "reads-without-meta": withoutMeta(isCallingTool),
    "does-without-the-capabilities-of-clients": where(isListingWithoutCapabilities, serving(EMPTY_LIST)),
    "calls-a-request-without-capabilities-unreadable": where(
      isListingWithoutCapabilities,
      errorWith(-32_700, "Parse error"),
    ),
  },
  "scopes.malformed-body": {
    "takes-what-it-cannot-read-for-a-notification": where(isCutOff, turning(400, emptyAnswer(202))),
    "answers-an-empty-page-to-what-it-cannot-read": where(
      all(isHandshake, isCutOff),
      turning(400, () => new Response("{}")),
    ),
  },
});
