import {
  changing,
  giving,
  instead,
  replacing,
  sayingYes,
  together,
  where,
} from "../../../lib/reference/changes.ts";
import { all, hasHeader, not } from "../../../lib/reference/faults.ts";
import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { UNDO_TOOL, WRITE_ALL_TOOL, WRITE_TOOL, WRITERS } from "../../../lib/reference/rules/mcp-gate.ts";
import {
  answering,
  calling,
  challenging,
  emptyAnswer,
  hasId,
  hasInBody,
  hasParameter,
  type McpCondition,
  onlyWithoutSessions,
  openStream,
  showingCards,
  presenting,
  replacingInChallenges,
  resultOf,
  serving,
  turning,
  unguarded,
  withHeader,
  withStatus,
  writingAnyway,
  is,
} from "../faults.ts";

const isInSession = hasHeader("mcp-session-id");
/** Carries out writes of this kind for a token that does not permit them. */
const writingFor = (...conditions: readonly McpCondition[]): Change =>
  where(all(is.writing, ...conditions), writingAnyway);
const writingAs = (tool: string): Change => where(calling("tools/call", tool), writingAnyway);
const namesReadingTool = hasHeader("mcp-name", "list_cards");

/** Takes any token for calls of tools that write nothing. */
const readingForAnyToken = sayingYes(
  "mcpGate.mayCall",
  ({ message }) => !WRITERS.includes(message?.tool ?? ""),
);
const callingForAnyScope = (tool: string): Change =>
  where(
    ({ message }: McpCall) => message?.tool === tool,
    sayingYes("mcpGate.mayCall", (_call, { scopes }) => scopes.length > 0),
  );

const servingStrangers = sayingYes("mcpGate.allowsOrigin");
/** Serves pages of the origins of which this holds. */
const servingOrigins = (isAllowed: (origin: string) => boolean): Change =>
  where(({ headers }) => isAllowed(headers.get("origin") ?? ""), servingStrangers);

/** Gives cookies with the answers to these requests, and takes them for tokens. */
const takingCookies =
  (isMeant: McpCondition): Change =>
  (rules) =>
    together(
      answering((response, call) => {
        const presented = rules.mcpGate.presented(call);
        return presented.kind === "token" && response.status === 200 && isMeant(call)
          ? withHeader("set-cookie", `reference=${presented.token}; HttpOnly`)(response)
          : response;
      }),
      presenting(({ headers }) => /reference=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1]),
    )(rules);

const namingSessions = (name: () => string): Change => instead("mcpService.newSessionId", name);
const numberingSessions = (first: number, step: number): Change =>
  replacing("mcpService.newSessionId", () => {
    let last = first;
    return () => `session-${(last += step)}`;
  });

/** Faults with what a token, a session or a page of an origin may do. */
export const permissionMutants = toMutants({
  "scopes.read-only-in-a-session": {
    "remembers-the-scope-of-a-session": replacing("mcpGate.mayCall", (mayCall) => {
      const writers = new Set<string>();
      return (call, grant) => {
        const session = call.headers.get("mcp-session-id") ?? "";
        const isWriter = call.facts.scopes.readWrite.every((scope) => grant.scopes.includes(scope));
        if (isWriter) writers.add(session);
        return (session !== "" && writers.has(session)) || mayCall(call, grant);
      };
    }),
  },
  "scopes.read-only-in-a-batch": {
    "looks-at-no-message-of-a-batch": instead("mcpGate.parts", (call) => [call]),
    "looks-at-the-first-message-of-a-batch": changing("mcpGate.parts", (usual) => usual.slice(0, 1)),
  },
  "scopes.read-only-in-other-forms": {
    "writes-for-notifications": writingFor(hasId(undefined)),
    "writes-for-calls-with-the-id-null": writingFor(hasId(null)),
    "writes-for-ids-of-letters": writingFor(({ message }) => typeof message?.id === "string"),
    "writes-for-pages-and-proxies": writingFor(hasHeader("origin"), hasHeader("x-forwarded-for")),
    "writes-for-clients-that-resume": writingFor(hasHeader("last-event-id")),
    "writes-with-a-query": writingFor(hasParameter("conformance")),
    "writes-for-clients-that-take-json-alone": writingFor(hasHeader("accept", "application/json")),
    "writes-for-clients-of-no-revision": writingFor(is.handshake, not(hasHeader("mcp-protocol-version"))),
    "believes-the-tool-in-the-headers": writingFor(namesReadingTool),
    "believes-the-tool-in-the-headers-of-a-session": writingFor(namesReadingTool, is.handshake),
    "believes-the-first-of-two-names": writingFor(hasInBody('"name":"list_cards","name"')),
    "looks-for-names-in-the-text": writingFor(not(hasInBody(`"name":"${WRITE_TOOL}"`))),
    "writes-for-names-in-other-letters": writingAs(WRITE_TOOL.toUpperCase()),
    "writes-for-names-with-a-blank": writingAs(` ${WRITE_TOOL}`),
  },
  "scopes.read-only-undo": {
    "undoes-without-a-token": onlyWithoutSessions(where(calling("tools/call", UNDO_TOOL), unguarded)),
    "undoes-for-any-token": callingForAnyScope(UNDO_TOOL),
  },
  "scopes.read-only-other-tools": {
    "labels-all-for-any-token": callingForAnyScope(WRITE_ALL_TOOL),
  },
  "scopes.no-scope-reads-nothing": {
    "lets-tokens-without-a-scope-read": readingForAnyToken,
    "lets-tokens-without-a-scope-read-in-no-session": where(is.stateless, readingForAnyToken),
  },
  "scopes.refusal-status": {
    "answers-401-to-a-token-that-may-not-write": where(is.writing, turning(403, withStatus(401))),
    "answers-500-to-a-token-that-may-not-write": where(is.statelessWriting, turning(403, withStatus(500))),
    "calls-a-token-invalid-that-may-not-write": replacingInChallenges("insufficient_scope", "invalid_token"),
  },
  "scopes.refusal-challenge": {
    "forbids-writes-without-a-challenge": where(
      is.statelessWriting,
      turning(403, withHeader("www-authenticate", "")),
    ),
  },
  "scopes.insufficient-scope": {
    "does-not-say-that-the-scope-is-missing": replacingInChallenges(/, error="?insufficient_scope"?/, ""),
    "does-not-say-which-scope-is-missing": challenging((value, error) =>
      error === "insufficient_scope" ? value.replace(/, scope="[^"]*"/, "") : value,
    ),
    "names-a-scope-that-the-token-has": challenging((value, error) =>
      error === "insufficient_scope" ? value.replace(/, scope="(\S*)[^"]*"/, ', scope="$1"') : value,
    ),
  },
  "scopes.session-is-no-token": {
    "takes-a-cookie-for-a-token": takingCookies(is.reading),
    "takes-the-cookie-of-a-session-for-a-token": takingCookies(is.opening),
  },
  "scopes.session-ids": {
    "counts-its-sessions": numberingSessions(1000, 1),
    "calls-its-sessions-by-the-time": numberingSessions(1_790_000_000_000, 1_500),
    "gives-every-session-the-same-id": namingSessions(() => "the-session"),
    "writes-session-ids-with-blanks": namingSessions(() => `session ${crypto.randomUUID()}`),
  },
  "scopes.ended-session": {
    "goes-on-with-ended-sessions": replacing("mcpService.endSession", () => async () => undefined),
    "answers-400-for-ended-sessions": where(isInSession, turning(404, withStatus(400))),
    "takes-notifications-in-ended-sessions": where(
      all(is.handshake, is.notification),
      turning(404, emptyAnswer(202)),
    ),
    "calls-tools-in-ended-sessions": where(
      all(is.handshake, is.callingTool),
      turning(404, (_response, call) => resultOf(call, { content: [] })),
    ),
    "streams-in-ended-sessions": where(all(is.handshake, is.get), turning(404, openStream)),
  },
  "scopes.unknown-session": {
    "takes-any-session-id-for-a-new-one": where(
      hasHeader("mcp-session-id", /^conformance-/),
      serving({ tools: [] }),
    ),
  },
  "scopes.session-of-another-user": {
    "accepts-sessions-of-any-user": sayingYes("mcpService.mayUse"),
    "ends-sessions-for-other-users": where(is.delete, sayingYes("mcpService.mayUse")),
    "streams-sessions-to-other-users": where(is.get, sayingYes("mcpService.mayUse")),
  },
  "scopes.merchants-apart": {
    "shows-all-cards-to-every-merchant": giving("mcpService.shown", (cards) => [cards]),
    "shows-the-cards-of-the-merchant-that-is-named": where(
      all(is.reading, hasInBody('"merchantId":"')),
      showingCards,
    ),
  },
  "scopes.missing-session": {
    "answers-404-without-a-session": where(
      all(is.handshake, is.listing, not(isInSession)),
      answering(withStatus(404)),
    ),
  },
  "scopes.foreign-origin": {
    "serves-pages-of-strangers": servingStrangers,
    "serves-pages-of-the-host-that-they-name": where(
      ({ headers }) => headers.get("origin") === `http://${headers.get("host")}`,
      servingStrangers,
    ),
    "serves-pages-of-strangers-in-no-session": where(is.stateless, servingStrangers),
    "streams-to-pages-of-strangers": where(is.get, servingStrangers),
    "ends-sessions-for-pages-of-strangers": where(is.delete, servingStrangers),
    "lists-tools-for-pages-of-strangers": where(is.statelessListing, servingStrangers),
    "takes-notifications-of-pages-of-strangers": where(all(is.handshake, is.notification), servingStrangers),
    "knows-origins-by-their-beginning": servingOrigins((origin) => origin.startsWith("http://localhost")),
    "knows-origins-by-their-end": servingOrigins((origin) => origin.endsWith("localhost:3000")),
    "knows-hosts-of-origins-by-their-beginning": servingOrigins((origin) =>
      /:\/\/localhost[^:]*$/.test(origin),
    ),
    "takes-any-character-for-a-dot-of-an-origin": servingOrigins((origin) => /127.0.0.1/.test(origin)),
  },
  "scopes.null-origin": {
    "serves-pages-without-an-origin": servingOrigins((origin) => origin === "null"),
  },
  "scopes.allowed-origin": {
    "serves-no-page": instead("mcpGate.allowsOrigin", ({ headers }) => !headers.has("origin")),
  },
});
