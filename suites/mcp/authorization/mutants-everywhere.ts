import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../../lib/reference/mcp/mcp-state.ts";
import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { WRITE_TOOL } from "../../../lib/reference/rules/mcp-gate.ts";
import {
  accepting,
  anyGrant,
  answering,
  calling,
  challenging,
  inEra,
  type Occasion,
  unguarded,
} from "../faults.ts";

const isBatch: Occasion = ({ batch }) => batch.length > 0;
const isDelete: Occasion = ({ method }) => method === "DELETE";
const isGet: Occasion = ({ method }) => method === "GET";
const isNotification: Occasion = ({ message }) => message?.method.startsWith("notifications/") === true;

/** Where no session stands between a request and what it asks for. */
const WITHOUT_SESSIONS = { choices: { mcpSessions: "none" } } as const;

export const everywhereMutants = toMutants({
  "authorization.without-token-batch": {
    "opens-batches-to-everybody": only(WITHOUT_SESSIONS, unguarded(isBatch)),
    "opens-batches-in-an-older-revision": only(
      WITHOUT_SESSIONS,
      unguarded((call) => isBatch(call) && call.headers.get("mcp-protocol-version") === "2025-03-26"),
    ),
  },
  "authorization.without-token-methods": {
    "answers-pings-of-everybody": only(WITHOUT_SESSIONS, unguarded(calling("ping"))),
  },
  "authorization.without-token-tools": {
    "counts-cards-for-everybody": unguarded(calling("tools/call", "count_cards")),
  },
  "authorization.without-token-detours": {
    "trusts-a-forwarded-address": only(
      WITHOUT_SESSIONS,
      unguarded(({ headers }) => headers.has("x-forwarded-for")),
    ),
    "takes-null-for-a-token": accepting((call, token) =>
      token === "null" ? anyGrant(call, () => true) : undefined,
    ),
    "trusts-a-user-that-a-header-names": only(
      WITHOUT_SESSIONS,
      unguarded(({ headers }) => headers.has("x-authenticated-user")),
    ),
    "asks-for-no-token-where-there-is-a-query": only(
      WITHOUT_SESSIONS,
      unguarded(({ url }) => url.searchParams.has("conformance")),
    ),
  },
  "authorization.wrong-token-everywhere": {
    "lists-tools-for-any-token": accepting(anybody, calling("tools/list")),
    "opens-with-any-token": accepting(anybody, calling("initialize")),
    "discovers-with-any-token": accepting(anybody, calling("server/discover")),
    "ends-sessions-with-any-token": accepting(anybody, isDelete),
    "hears-notifications-with-any-token": accepting(anybody, isNotification),
  },
  "authorization.other-resource-token": {
    "lists-tools-for-tokens-of-another-resource": accepting(
      ofFlaw(({ resource }) => resource === "other"),
      inEra("stateless", calling("tools/list")),
    ),
  },
  "authorization.other-server-token": {
    "opens-with-tokens-of-another-server": accepting(
      ofFlaw(({ issuer }) => issuer === "other"),
      calling("initialize"),
    ),
  },
  "authorization.expired-token": {
    "discovers-with-expired-tokens": accepting(
      (call, token) => ofFlaw(({ expiresAt }) => expiresAt <= call.now())(call, token),
      calling("server/discover"),
    ),
  },
  "authorization.wrong-token-writes": {
    "writes-with-any-token": accepting(writer, calling("tools/call", WRITE_TOOL)),
    "writes-with-expired-tokens": accepting(
      (call, token) => (call.state.grants.get(token)?.issuer === "ours" ? writer(call) : undefined),
      calling("tools/call", WRITE_TOOL),
    ),
  },
});

export const unauthorizedMutants = toMutants({
  "authorization.challenge-everywhere": {
    "challenges-no-streams": challenging((values, call) => (isGet(call) ? [] : values)),
    "names-the-error-of-a-403-twice": challenging((values, _call, { error }) =>
      error === "insufficient_scope" ? values.map((value) => `${value}, error="insufficient_scope"`) : values,
    ),
    "challenges-no-bad-tokens": challenging((values, _call, { error }) =>
      error === "invalid_token" ? ["Bearer"] : values,
    ),
    "challenges-no-calls-without-a-session": challenging((values, call, { error }) =>
      error !== "insufficient_scope" && inEra("stateless", calling("tools/call"))(call) ? [] : values,
    ),
  },
  "authorization.one-bearer-challenge": {
    "challenges-twice": challenging((values) => [...values, ...values]),
  },
  "authorization.challenge-characters": {
    "quotes-a-bad-token-in-its-challenge": challenging((values, _call, { error }) =>
      values.map((value) => (error === undefined ? value : `${value}, error_description="not \\"valid\\""`)),
    ),
    "names-scopes-in-lines": challenging((values) =>
      values.map((value) => value.replace(/scope="([^"]*)"/, 'scope="$1  openid"')),
    ),
  },
  "authorization.challenge-metadata": {
    "leads-bad-tokens-elsewhere": challenging((values, _call, { error }) =>
      values.map((value) =>
        error === undefined ? value : value.replace("oauth-protected-resource", "elsewhere"),
      ),
    ),
  },
  "authorization.error-status": {
    "calls-a-bad-token-insufficient": challenging((values, _call, { error }) =>
      values.map((value) =>
        error === "invalid_token" ? value.replace("invalid_token", "insufficient_scope") : value,
      ),
    ),
  },
  "authorization.refusal-reveals-nothing": {
    "lists-its-tools-when-it-refuses": answering(
      () => true,
      (response) =>
        response.status === 401
          ? Response.json({ tools: ["list_cards", "label_card"] }, { status: 401, headers: response.headers })
          : response,
    ),
    "answers-401-with-the-result": answering(calling("tools/call", "list_cards"), (response, { message }) =>
      response.status === 401
        ? Response.json(
            { jsonrpc: "2.0", id: message?.id, result: { content: [] } },
            { status: 401, headers: response.headers },
          )
        : response,
    ),
  },
});

/** The grant of a known token, if it is invalid in this way. */
function ofFlaw(isFlawed: (grant: Grant) => boolean) {
  return ({ state }: McpCall, token: string) => {
    const grant = state.grants.get(token);
    return grant !== undefined && isFlawed(grant) ? grant : undefined;
  };
}

function anybody(call: McpCall) {
  return anyGrant(call, () => true);
}

/** The grant that may do most. */
function writer(call: McpCall) {
  return anyGrant(call, ({ scopes }) => call.facts.scopes.readWrite.every((scope) => scopes.includes(scope)));
}
