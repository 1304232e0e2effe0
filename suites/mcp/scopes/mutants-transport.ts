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
  type McpCondition,
  messageWith,
  openStream,
  resultOf,
  serving,
  settingHeader,
  turning,
  withStatus,
  is,
} from "../faults.ts";

const NO_SUCH_VERSION = "1999-01-01";
const FUTURE_VERSION = "2099-01-01";
const COMPLETE = { resultType: "complete" };
const OF_STATELESS_ERA = { ...COMPLETE, ttlMs: 0, cacheScope: "private" };
const EMPTY_LIST = { ...OF_STATELESS_ERA, tools: [] };

const isOpeningStream: McpCondition = ({ method, url }) => method === "GET" && url.pathname === MCP_PATH;
/** Whether it is a message that the service cannot read. */
const isCutOff: McpCondition = ({ method, message, body }) =>
  method === "POST" && message === undefined && body.startsWith("{");
/** Whether it is a request of a revision that does not exist. */
const isOfUnknownRevision: McpCondition = ({ headers, body, era }) =>
  headers.get("mcp-protocol-version") === NO_SUCH_VERSION &&
  (body === "" || era === "handshake" || body.includes(NO_SUCH_VERSION));
const isListingWithoutCapabilities = all(is.statelessListing, not(hasInBody("clientCapabilities")));
const lacksVersion = not(hasHeader("mcp-protocol-version"));
const hasVersion = (version: string) => hasHeader("mcp-protocol-version", version);

/** Answers requests of this kind in a revision that does not exist. */
const inUnknownRevision = (isMeant: McpCondition, change: Change): Change =>
  where(all(isOfUnknownRevision, isMeant), change);
/** Answers requests of the stateless era that have no `_meta`. */
const withoutMeta = (isMeant: McpCondition): Change =>
  where(
    all(is.stateless, isMeant, not(hasInBody("_meta"))),
    turning(400, (_response, call) => resultOf(call, OF_STATELESS_ERA)),
  );

/** Take the method, or the name of a tool, from the body, whatever the headers say. */
const trustingMethod = settingHeader("mcp-method", ({ message }) => message?.method);
const trustingName = settingHeader("mcp-name", ({ message }) => message?.tool);
/** Reads requests of this kind in the only revision, of a service with no other. */
const assumingVersion = (...conditions: readonly McpCondition[]) =>
  only(
    { choices: { mcpEras: "stateless" } },
    where(
      all(...conditions),
      settingHeader("mcp-protocol-version", () => "2026-07-28"),
    ),
  );

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
    "answers-notifications-with-200": where(is.notification, turning(202, emptyAnswer(200))),
    "answers-notifications-with-a-body": where(
      all(is.stateless, is.notification),
      turning(202, () => Response.json({}, { status: 202 })),
    ),
  },
  "scopes.answer-type": {
    "answers-all-in-events-as-text": only({ choices: { mcpAnswers: "stream" } }, turning(200, asText)),
    "answers-calls-as-text": where(is.callingTool, turning(200, asText)),
  },
  "scopes.unsupported-version": {
    "serves-any-revision-in-a-session": where(
      all(is.handshake, hasVersion(NO_SUCH_VERSION)),
      serving({ tools: [] }),
    ),
    "serves-revisions-of-the-future": where(hasVersion(FUTURE_VERSION), serving(EMPTY_LIST)),
    "reads-in-any-revision": inUnknownRevision(
      is.reading,
      answering((_response, call) =>
        resultOf(call, { content: [], ...(call.era === "stateless" && COMPLETE) }),
      ),
    ),
    "takes-notifications-of-any-revision": inUnknownRevision(is.notification, answering(emptyAnswer(202))),
    "ends-sessions-of-any-revision": inUnknownRevision(is.delete, answering(emptyAnswer(204))),
    "streams-in-any-revision": inUnknownRevision(is.get, answering(openStream)),
    "discovers-in-any-revision": inUnknownRevision(
      is.discovering,
      serving({ ...OF_STATELESS_ERA, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }),
    ),
    "does-not-list-its-revisions": where(
      is.stateless,
      messageWith(({ error }) => (error === undefined ? {} : { error: { ...error, data: undefined } })),
    ),
    "answers-200-to-unknown-revisions": where(is.statelessListing, turning(400, withStatus(200))),
  },
  "scopes.missing-version": {
    "does-without-a-revision-in-the-headers": assumingVersion(lacksVersion),
    "lists-tools-without-a-revision-in-the-headers": assumingVersion(is.listing, lacksVersion),
  },
  "scopes.contradicting-headers": {
    "looks-at-no-header": where(is.callingTool, together(trustingMethod, trustingName)),
    "does-not-look-at-the-name": where(is.callingTool, trustingName),
    "does-not-look-at-the-method-of-lists": where(is.listing, trustingMethod),
    "does-not-look-at-the-method-of-discovery": where(is.discovering, trustingMethod),
    "does-not-look-at-the-version-in-meta": where(
      all(is.stateless, hasInBody(`"${FUTURE_VERSION}"`), not(hasVersion(FUTURE_VERSION))),
      serving(EMPTY_LIST),
    ),
    "calls-contradictions-another-error": where(
      is.stateless,
      messageWith(({ error }) => (error?.["code"] === -32_020 ? { error: { ...error, code: -32_600 } } : {})),
    ),
  },
  "scopes.missing-headers": {
    "does-without-headers": together(
      where(all(is.callingTool, not(hasHeader("mcp-method"))), trustingMethod),
      where(all(is.callingTool, not(hasHeader("mcp-name"))), trustingName),
    ),
    "lists-tools-without-headers": where(all(is.listing, not(hasHeader("mcp-method"))), trustingMethod),
  },
  "scopes.encoded-name": {
    "does-not-decode-names": where(hasHeader("mcp-name", /^=\?base64\?/), trustingName),
    "compares-names-as-they-are-encoded": settingHeader("mcp-name", ({ headers }) =>
      headers.get("mcp-name")?.replace("=?base64?", "="),
    ),
  },
  "scopes.missing-meta": {
    "lists-tools-without-meta": withoutMeta(is.listing),
    "discovers-without-meta": withoutMeta(is.discovering),
    "reads-without-meta": withoutMeta(is.callingTool),
    "does-without-the-capabilities-of-clients": where(isListingWithoutCapabilities, serving(EMPTY_LIST)),
    "calls-a-request-without-capabilities-unreadable": where(
      isListingWithoutCapabilities,
      errorWith(-32_700, "Parse error"),
    ),
  },
  "scopes.malformed-body": {
    "takes-what-it-cannot-read-for-a-notification": where(isCutOff, turning(400, emptyAnswer(202))),
    "answers-an-empty-page-to-what-it-cannot-read": where(
      all(is.handshake, isCutOff),
      turning(400, () => new Response("{}")),
    ),
  },
});
