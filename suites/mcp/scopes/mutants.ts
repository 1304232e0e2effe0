import { toMutants } from "../../../lib/reference/mutant.ts";
import { answering, calling, challenging, inEra, unguarded, withHeader, withStatus } from "../faults.ts";
import { WRITE_TOOL, WRITERS } from "../../../lib/reference/rules/mcp-gate.ts";
import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { instead, replacing, sayingYes } from "../../../lib/reference/changes.ts";

const isForbidden = (response: Response) => response.status === 403;
const inSession = ({ headers }: McpCall) => headers.has("mcp-session-id");

export const scopeMutants = toMutants({
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
  "authorization.without-token-writing": {
    "takes-a-session-for-a-token": unguarded(
      (call) => inSession(call) && calling("tools/call", WRITE_TOOL)(call),
    ),
  },
  "scopes.session-is-no-token": {
    "takes-a-cookie-for-a-token": ({ mcpGate }) => ({
      mcpGate: {
        presented: (call) => {
          const [, token] = /reference=([^;]+)/.exec(call.headers.get("cookie") ?? "") ?? [];
          return token === undefined ? mcpGate.presented(call) : { kind: "token", token };
        },
        respond: (call, response) => {
          const presented = mcpGate.presented(call);
          return presented.kind === "token" && response.status === 200
            ? withHeader(response, "set-cookie", `reference=${presented.token}; HttpOnly`)
            : response;
        },
      },
    }),
  },
  "scopes.refusal-status": {
    "answers-401-to-a-token-that-may-not-write": answering(calling("tools/call", WRITE_TOOL), (response) =>
      isForbidden(response) ? withStatus(response, 401) : response,
    ),
    "answers-500-to-a-token-that-may-not-write": answering(
      inEra("stateless", calling("tools/call", WRITE_TOOL)),
      (response) => (isForbidden(response) ? withStatus(response, 500) : response),
    ),
    "calls-a-token-invalid-that-may-not-write": challenging((values) =>
      values.map((value) => value.replace("insufficient_scope", "invalid_token")),
    ),
  },
  "scopes.insufficient-scope": {
    "does-not-say-that-the-scope-is-missing": challenging((values) =>
      values.map((value) => value.replace(/, error="?insufficient_scope"?/, "")),
    ),
    "does-not-say-which-scope-is-missing": challenging((values, _call, { error }) =>
      error === "insufficient_scope" ? values.map((value) => value.replace(/, scope="[^"]*"/, "")) : values,
    ),
  },
  "scopes.no-scope-reads-nothing": {
    "lets-tokens-without-a-scope-read": sayingYes(
      "mcpGate.mayCall",
      (call) => !WRITERS.includes(call.message?.tool ?? ""),
    ),
    "lets-tokens-without-a-scope-read-in-no-session": sayingYes(
      "mcpGate.mayCall",
      (call) => call.era === "stateless" && !WRITERS.includes(call.message?.tool ?? ""),
    ),
  },
});

export const sessionMutants = toMutants({
  "scopes.session-ids": {
    "counts-its-sessions": replacing("mcpService.newSessionId", () => {
      let sessions = 1000;
      return () => `session-${(sessions += 1)}`;
    }),
    "gives-every-session-the-same-id": instead("mcpService.newSessionId", () => "the-session"),
    "writes-session-ids-with-blanks": instead(
      "mcpService.newSessionId",
      () => `session ${crypto.randomUUID()}`,
    ),
  },
  "scopes.ended-session": {
    "goes-on-with-ended-sessions": replacing("mcpService.endSession", () => async () => undefined),
    "answers-400-for-ended-sessions": answering(inSession, (response) =>
      response.status === 404 ? withStatus(response, 400) : response,
    ),
  },
  "scopes.session-of-another-user": {
    "lends-sessions-to-anybody": sayingYes("mcpService.mayUse"),
    "ends-sessions-for-other-users": sayingYes("mcpService.mayUse", (call) => call.method === "DELETE"),
    "streams-sessions-to-other-users": sayingYes("mcpService.mayUse", (call) => call.method === "GET"),
  },
  "scopes.missing-session": {
    "answers-404-without-a-session": answering(
      inEra("handshake", calling("tools/list")),
      (response, { headers }) => (headers.has("mcp-session-id") ? response : withStatus(response, 404)),
    ),
  },
});

export const originMutants = toMutants({
  "scopes.foreign-origin": {
    "serves-pages-of-strangers": sayingYes("mcpGate.allowsOrigin"),
    "serves-pages-of-strangers-in-no-session": sayingYes(
      "mcpGate.allowsOrigin",
      (call) => call.era === "stateless",
    ),
    "knows-origins-by-their-beginning": sayingYes(
      "mcpGate.allowsOrigin",
      (call) => call.headers.get("origin")?.startsWith("http://localhost") === true,
    ),
    "knows-hosts-of-origins-by-their-beginning": sayingYes(
      "mcpGate.allowsOrigin",
      (call) => URL.parse(call.headers.get("origin") ?? "")?.hostname.startsWith("localhost") === true,
    ),
    "takes-any-character-for-a-dot-of-an-origin": sayingYes("mcpGate.allowsOrigin", (call) =>
      /^http:\/\/127.0.0.1(?::\d+)?$/.test(call.headers.get("origin") ?? ""),
    ),
    "knows-origins-by-their-end": sayingYes(
      "mcpGate.allowsOrigin",
      (call) => call.headers.get("origin")?.endsWith("localhost:3000") === true,
    ),
  },
  "scopes.null-origin": {
    "serves-pages-without-an-origin": sayingYes(
      "mcpGate.allowsOrigin",
      (call) => call.headers.get("origin") === "null",
    ),
  },
  "scopes.allowed-origin": {
    "serves-no-page": instead("mcpGate.allowsOrigin", ({ headers }) => !headers.has("origin")),
  },
});
