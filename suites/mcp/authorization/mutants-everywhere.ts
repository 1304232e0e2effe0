import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../../lib/reference/mcp/mcp-state.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
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

export const everywhereMutants = [
  mutant(
    "opens-batches-to-everybody",
    "authorization.without-token-batch",
    unguarded(isBatch),
    WITHOUT_SESSIONS,
  ),
  mutant(
    "opens-batches-in-an-older-revision",
    "authorization.without-token-batch",
    unguarded((call) => isBatch(call) && call.headers.get("mcp-protocol-version") === "2025-03-26"),
    WITHOUT_SESSIONS,
  ),
  mutant(
    "answers-pings-of-everybody",
    "authorization.without-token-methods",
    unguarded(calling("ping")),
    WITHOUT_SESSIONS,
  ),
  mutant(
    "counts-cards-for-everybody",
    "authorization.without-token-tools",
    unguarded(calling("tools/call", "count_cards")),
  ),
  mutant(
    "trusts-a-forwarded-address",
    "authorization.without-token-detours",
    unguarded(({ headers }) => headers.has("x-forwarded-for")),
    WITHOUT_SESSIONS,
  ),
  mutant(
    "takes-null-for-a-token",
    "authorization.without-token-detours",
    accepting((call, token) => (token === "null" ? anyGrant(call, () => true) : undefined)),
  ),
  mutant(
    "trusts-a-user-that-a-header-names",
    "authorization.without-token-detours",
    unguarded(({ headers }) => headers.has("x-authenticated-user")),
    WITHOUT_SESSIONS,
  ),
  mutant(
    "asks-for-no-token-where-there-is-a-query",
    "authorization.without-token-detours",
    unguarded(({ url }) => url.searchParams.has("conformance")),
    WITHOUT_SESSIONS,
  ),
  mutant(
    "lists-tools-for-any-token",
    "authorization.wrong-token-everywhere",
    accepting(anybody, calling("tools/list")),
  ),
  mutant(
    "opens-with-any-token",
    "authorization.wrong-token-everywhere",
    accepting(anybody, calling("initialize")),
  ),
  mutant(
    "discovers-with-any-token",
    "authorization.wrong-token-everywhere",
    accepting(anybody, calling("server/discover")),
  ),
  mutant(
    "ends-sessions-with-any-token",
    "authorization.wrong-token-everywhere",
    accepting(anybody, isDelete),
  ),
  mutant(
    "hears-notifications-with-any-token",
    "authorization.wrong-token-everywhere",
    accepting(anybody, isNotification),
  ),
  mutant(
    "lists-tools-for-tokens-of-another-resource",
    "authorization.other-resource-token",
    accepting(
      ofFlaw(({ resource }) => resource === "other"),
      inEra("stateless", calling("tools/list")),
    ),
  ),
  mutant(
    "opens-with-tokens-of-another-server",
    "authorization.other-server-token",
    accepting(
      ofFlaw(({ issuer }) => issuer === "other"),
      calling("initialize"),
    ),
  ),
  mutant(
    "discovers-with-expired-tokens",
    "authorization.expired-token",
    accepting(
      (call, token) => ofFlaw(({ expiresAt }) => expiresAt <= call.now())(call, token),
      calling("server/discover"),
    ),
  ),
  mutant(
    "writes-with-any-token",
    "authorization.wrong-token-writes",
    accepting(writer, calling("tools/call", WRITE_TOOL)),
  ),
  mutant(
    "writes-with-expired-tokens",
    "authorization.wrong-token-writes",
    accepting(
      (call, token) => (call.state.grants.get(token)?.issuer === "ours" ? writer(call) : undefined),
      calling("tools/call", WRITE_TOOL),
    ),
  ),
];

export const unauthorizedMutants = [
  mutant(
    "challenges-no-streams",
    "authorization.challenge-everywhere",
    challenging((values, call) => (isGet(call) ? [] : values)),
  ),
  mutant(
    "names-the-error-of-a-403-twice",
    "authorization.challenge-everywhere",
    challenging((values, _call, { error }) =>
      error === "insufficient_scope" ? values.map((value) => `${value}, error="insufficient_scope"`) : values,
    ),
  ),
  mutant(
    "challenges-no-bad-tokens",
    "authorization.challenge-everywhere",
    challenging((values, _call, { error }) => (error === "invalid_token" ? ["Bearer"] : values)),
  ),
  mutant(
    "challenges-no-calls-without-a-session",
    "authorization.challenge-everywhere",
    challenging((values, call, { error }) =>
      error !== "insufficient_scope" && inEra("stateless", calling("tools/call"))(call) ? [] : values,
    ),
  ),
  mutant(
    "challenges-twice",
    "authorization.one-bearer-challenge",
    challenging((values) => [...values, ...values]),
  ),
  mutant(
    "quotes-a-bad-token-in-its-challenge",
    "authorization.challenge-characters",
    challenging((values, _call, { error }) =>
      values.map((value) => (error === undefined ? value : `${value}, error_description="not \\"valid\\""`)),
    ),
  ),
  mutant(
    "names-scopes-in-lines",
    "authorization.challenge-characters",
    challenging((values) => values.map((value) => value.replace(/scope="([^"]*)"/, 'scope="$1  openid"'))),
  ),
  mutant(
    "leads-bad-tokens-elsewhere",
    "authorization.challenge-metadata",
    challenging((values, _call, { error }) =>
      values.map((value) =>
        error === undefined ? value : value.replace("oauth-protected-resource", "elsewhere"),
      ),
    ),
  ),
  mutant(
    "calls-a-bad-token-insufficient",
    "authorization.error-status",
    challenging((values, _call, { error }) =>
      values.map((value) =>
        error === "invalid_token" ? value.replace("invalid_token", "insufficient_scope") : value,
      ),
    ),
  ),
  mutant(
    "lists-its-tools-when-it-refuses",
    "authorization.refusal-reveals-nothing",
    answering(
      () => true,
      (response) =>
        response.status === 401
          ? Response.json({ tools: ["list_cards", "label_card"] }, { status: 401, headers: response.headers })
          : response,
    ),
  ),
  mutant(
    "answers-401-with-the-result",
    "authorization.refusal-reveals-nothing",
    answering(calling("tools/call", "list_cards"), (response, { message }) =>
      response.status === 401
        ? Response.json(
            { jsonrpc: "2.0", id: message?.id, result: { content: [] } },
            { status: 401, headers: response.headers },
          )
        : response,
    ),
  ),
];

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
