import { before, changing, instead, where } from "../../../lib/reference/changes.ts";
import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { all, hasHeader, hasMethod } from "../../../lib/reference/faults.ts";
import { type Change, type LimitedChange, only, toMutants } from "../../../lib/reference/mutant.ts";
import {
  answering,
  calling,
  carryOutWrite,
  challenging,
  emptyAnswer,
  hasId,
  hasParameter,
  type McpCondition,
  onlyWithoutSessions,
  replacingInChallenges,
  resultOf,
  serverWith,
  turning,
  unguarded,
  showingCards,
  withHeader,
  is,
} from "../faults.ts";

const unchallenged = instead("mcpGate.challenge", () => []);

const refusing = (kind: "none" | "token", status: number): Change =>
  instead("mcpGate.status", (_call, presented) => (presented.kind === kind ? status : 401));

const challengingErrors = (change: (value: string) => string): Change =>
  challenging((value, error) => (error === undefined ? value : change(value)));

/** Lets requests of this kind pass without a token, if they need no session. */
const openTo = (isMeant: McpCondition): LimitedChange => onlyWithoutSessions(where(isMeant, unguarded));

/** Faults with requests without a valid token, and with the challenges that answer them. */
export const withoutTokenMutants = toMutants({
  "authorization.challenge": {
    "refuses-without-a-challenge": unchallenged,
    "challenges-by-another-scheme": replacingInChallenges(/^Bearer/, "Basic"),
    "challenges-without-a-parameter": challenging(() => "Bearer"),
    "challenges-with-a-realm-twice": challenging((value) => `${value}, realm="a", realm="b"`),
    "challenges-with-an-open-quote": challenging((value) => `${value}, realm="open`),
  },
  "authorization.challenge-everywhere": {
    "challenges-no-streams": where(is.get, unchallenged),
    "names-the-error-of-a-403-twice": challenging((value, error) =>
      error === "insufficient_scope" ? `${value}, error="insufficient_scope"` : value,
    ),
    "challenges-no-bad-tokens": challenging((value, error) => (error === "invalid_token" ? "Bearer" : value)),
    "challenges-no-calls-without-a-session": where(
      all(is.stateless, is.callingTool),
      instead("mcpGate.challenge", (_call, { error }) => (error === "insufficient_scope" ? undefined : [])),
    ),
  },
  "authorization.one-bearer-challenge": {
    "challenges-twice": changing("mcpGate.challenge", (values) => [...values, ...values]),
  },
  "authorization.challenge-characters": {
    "quotes-a-bad-token-in-its-challenge": challengingErrors(
      (value) => `${value}, error_description="not \\"valid\\""`,
    ),
    "names-scopes-in-lines": replacingInChallenges(/scope="([^"]*)"/, 'scope="$1  openid"'),
  },
  "authorization.challenge-metadata": {
    "leads-bad-tokens-elsewhere": challengingErrors((value) =>
      value.replace("oauth-protected-resource", "elsewhere"),
    ),
  },
  "authorization.resource-metadata": {
    "leads-to-no-metadata": replacingInChallenges(/\/\.well-known[^"]*/, "/nothing-here"),
    "leads-to-its-metadata-by-a-path": replacingInChallenges(
      /resource_metadata="[^/]*\/\/[^/"]*/,
      'resource_metadata="',
    ),
    "has-no-metadata": instead("mcpGate.metadataAnswer", emptyAnswer(404)),
    "speaks-an-old-revision-without-leading-to-its-metadata": only(
      { choices: { mcpEras: "handshake", mcpRevision: "2025-06-18" } },
      challenging(() => 'Bearer realm="cards"'),
    ),
  },
  "authorization.server-metadata": {
    "has-no-server-metadata": instead("mcpServer.metadataAnswer", emptyAnswer(404)),
  },
  "authorization.pkce": {
    "supports-no-challenge-method": serverWith({ code_challenge_methods_supported: undefined }),
    "supports-plain-challenges-only": serverWith({ code_challenge_methods_supported: ["plain"] }),
  },
  "authorization.error-code": {
    "blames-a-token-that-was-not-sent": challenging((value, error) =>
      error === undefined ? `${value}, error="invalid_token"` : value,
    ),
    "does-not-say-that-a-token-is-invalid": replacingInChallenges(/, error="invalid_token"/, ""),
  },
  "authorization.error-status": {
    "calls-a-bad-token-insufficient": replacingInChallenges("invalid_token", "insufficient_scope"),
  },
  "authorization.scope-hint": {
    "does-not-hint-at-a-scope": replacingInChallenges(/, scope="[^"]*"/, ""),
  },
  "authorization.token-not-repeated": {
    "repeats-a-bad-token": turning(401, (response, call) =>
      Response.json({ got: call.headers.get("authorization") }, { status: 401, headers: response.headers }),
    ),
    "keeps-the-token-in-a-cookie": answering((response, { headers }) => {
      const token = headers.get("authorization")?.split(" ")[1] ?? "";
      return withHeader("set-cookie", `user=${btoa(token)}; HttpOnly`)(response);
    }),
  },
  "authorization.refusal-reveals-nothing": {
    "lists-its-tools-when-it-refuses": turning(401, ({ headers }) =>
      Response.json({ tools: ["list_cards", "label_card"] }, { status: 401, headers }),
    ),
    "answers-401-with-the-result": where(
      is.reading,
      turning(401, ({ headers }, call) => resultOf(call, { content: [] }, { status: 401, headers })),
    ),
  },
  "authorization.without-token-opening": {
    "opens-without-a-token": where(is.opening, unguarded),
    "discovers-without-a-token": where(is.discovering, unguarded),
    "forbids-in-the-place-of-401": refusing("none", 403),
  },
  "authorization.wrong-token": {
    "forbids-bad-tokens": refusing("token", 403),
  },
  "authorization.without-token-listing": {
    "lists-tools-without-a-token": where(is.listing, unguarded),
    "lists-tools-without-a-token-in-a-session": where(all(is.handshake, is.listing), unguarded),
    "lists-tools-without-a-token-in-no-session": where(is.statelessListing, unguarded),
  },
  "authorization.without-token-reading": {
    "reads-without-a-token": where(is.reading, unguarded),
    "reads-without-a-token-in-no-session": where(is.statelessReading, unguarded),
  },
  "authorization.without-token-writing": {
    "writes-without-a-token": where(is.writing, unguarded),
    "writes-without-a-token-in-a-session": where(all(is.handshake, is.writing), unguarded),
    "writes-before-it-refuses": before("mcpGate.refusal", carryOutWrite),
    "writes-for-notifications-without-a-token": where(
      all(is.writing, hasId(undefined)),
      before("mcpGate.refusal", carryOutWrite),
    ),
    "takes-a-session-for-a-token": where(all(is.writing, hasHeader("mcp-session-id")), unguarded),
  },
  "authorization.without-token-notification": {
    "hears-notifications-without-a-token": where(is.notification, unguarded),
  },
  "authorization.without-token-stream": {
    "streams-without-a-token": where(is.get, unguarded),
    "ends-sessions-without-a-token": where(is.delete, unguarded),
  },
  "authorization.without-token-batch": {
    "opens-batches-to-everybody": openTo(is.batch),
    "opens-batches-in-an-older-revision": openTo(
      all(is.batch, hasHeader("mcp-protocol-version", "2025-03-26")),
    ),
    "opens-batches-that-begin-like-a-session": where(
      ({ batch: [first] }: McpCall) => first?.method === "initialize",
      showingCards,
    ),
  },
  "authorization.without-token-methods": {
    "answers-pings-of-everybody": openTo(is.ping),
  },
  "authorization.without-token-tools": {
    "counts-cards-for-everybody": where(calling("tools/call", "count_cards"), unguarded),
  },
  "authorization.without-token-detours": {
    "trusts-a-forwarded-address": openTo(hasHeader("x-forwarded-for")),
    "trusts-who-resumes-a-stream": openTo(hasHeader("last-event-id")),
    "trusts-a-user-that-a-header-names": openTo(hasHeader("x-authenticated-user")),
    "trusts-a-user-that-a-gateway-forwards": openTo(hasHeader("x-forwarded-user")),
    "trusts-a-certificate-that-a-gateway-saw": openTo(hasHeader("x-ssl-client-verify")),
    "trusts-the-id-of-a-user": openTo(hasHeader("x-user-id", "alpha")),
    "trusts-a-user-whom-a-gateway-asked": openTo(hasHeader("x-auth-request-user")),
    "asks-for-no-token-under-another-method": openTo(hasHeader("x-http-method", "OPTIONS")),
    "asks-for-no-token-where-there-is-a-query": openTo(hasParameter("conformance")),
    "shows-cards-to-whoever-sends-text": where(hasHeader("content-type", "text/plain"), showingCards),
    "shows-cards-to-whoever-puts": where(hasMethod("PUT"), showingCards),
  },
});
