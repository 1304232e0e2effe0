import { mutant } from "../../../lib/reference/mutant.ts";
import { answering, calling, challenging, inEra, unguarded, withHeader, withStatus } from "../faults.ts";
import { WRITE_TOOL, WRITERS } from "../../../lib/reference/rules/mcp-gate.ts";
import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";

const isForbidden = (response: Response) => response.status === 403;
const inSession = ({ headers }: McpCall) => headers.has("mcp-session-id");

export const scopeMutants = [
  mutant("remembers-the-scope-of-a-session", "scopes.read-only-in-a-session", ({ mcpGate }) => {
    const writers = new Set<string>();
    return {
      mcpGate: {
        mayCall: (call, grant) => {
          const session = call.headers.get("mcp-session-id") ?? "";
          const isWriter = call.facts.scopes.readWrite.every((scope) => grant.scopes.includes(scope));
          if (isWriter) writers.add(session);
          return (session !== "" && writers.has(session)) || mcpGate.mayCall(call, grant);
        },
      },
    };
  }),
  mutant(
    "takes-a-session-for-a-token",
    "authorization.without-token-writing",
    unguarded((call) => inSession(call) && calling("tools/call", WRITE_TOOL)(call)),
  ),
  mutant("takes-a-cookie-for-a-token", "scopes.session-is-no-token", ({ mcpGate }) => ({
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
  })),
  mutant(
    "answers-401-to-a-token-that-may-not-write",
    "scopes.refusal-status",
    answering(calling("tools/call", WRITE_TOOL), (response) =>
      isForbidden(response) ? withStatus(response, 401) : response,
    ),
  ),
  mutant(
    "answers-500-to-a-token-that-may-not-write",
    "scopes.refusal-status",
    answering(inEra("stateless", calling("tools/call", WRITE_TOOL)), (response) =>
      isForbidden(response) ? withStatus(response, 500) : response,
    ),
  ),
  mutant(
    "calls-a-token-invalid-that-may-not-write",
    "scopes.refusal-status",
    challenging((values) => values.map((value) => value.replace("insufficient_scope", "invalid_token"))),
  ),
  mutant(
    "does-not-say-that-the-scope-is-missing",
    "scopes.insufficient-scope",
    challenging((values) => values.map((value) => value.replace(/, error="?insufficient_scope"?/, ""))),
  ),
  mutant(
    "does-not-say-which-scope-is-missing",
    "scopes.insufficient-scope",
    challenging((values, _call, { error }) =>
      error === "insufficient_scope" ? values.map((value) => value.replace(/, scope="[^"]*"/, "")) : values,
    ),
  ),
  mutant("lets-tokens-without-a-scope-read", "scopes.no-scope-reads-nothing", ({ mcpGate }) => ({
    mcpGate: {
      mayCall: (call, grant) => !WRITERS.includes(call.message?.tool ?? "") || mcpGate.mayCall(call, grant),
    },
  })),
  mutant(
    "lets-tokens-without-a-scope-read-in-no-session",
    "scopes.no-scope-reads-nothing",
    ({ mcpGate }) => ({
      mcpGate: {
        mayCall: (call, grant) =>
          (call.era === "stateless" && !WRITERS.includes(call.message?.tool ?? "")) ||
          mcpGate.mayCall(call, grant),
      },
    }),
  ),
];

export const sessionMutants = [
  mutant("counts-its-sessions", "scopes.session-ids", () => {
    let sessions = 1000;
    return { mcpService: { newSessionId: () => `session-${(sessions += 1)}` } };
  }),
  mutant("gives-every-session-the-same-id", "scopes.session-ids", () => ({
    mcpService: { newSessionId: () => "the-session" },
  })),
  mutant("writes-session-ids-with-blanks", "scopes.session-ids", () => ({
    mcpService: { newSessionId: () => `session ${crypto.randomUUID()}` },
  })),
  mutant("goes-on-with-ended-sessions", "scopes.ended-session", () => ({
    mcpService: { endSession: async () => undefined },
  })),
  mutant(
    "answers-400-for-ended-sessions",
    "scopes.ended-session",
    answering(inSession, (response) => (response.status === 404 ? withStatus(response, 400) : response)),
  ),
  mutant("lends-sessions-to-anybody", "scopes.session-of-another-user", () => ({
    mcpService: { mayUse: () => true },
  })),
  mutant("ends-sessions-for-other-users", "scopes.session-of-another-user", ({ mcpService }) => ({
    mcpService: {
      mayUse: (call, session, grant) => call.method === "DELETE" || mcpService.mayUse(call, session, grant),
    },
  })),
  mutant("streams-sessions-to-other-users", "scopes.session-of-another-user", ({ mcpService }) => ({
    mcpService: {
      mayUse: (call, session, grant) => call.method === "GET" || mcpService.mayUse(call, session, grant),
    },
  })),
  mutant(
    "answers-404-without-a-session",
    "scopes.missing-session",
    answering(inEra("handshake", calling("tools/list")), (response, { headers }) =>
      headers.has("mcp-session-id") ? response : withStatus(response, 404),
    ),
  ),
];

export const originMutants = [
  mutant("serves-pages-of-strangers", "scopes.foreign-origin", () => ({
    mcpGate: { allowsOrigin: () => true },
  })),
  mutant("serves-pages-of-strangers-in-no-session", "scopes.foreign-origin", ({ mcpGate }) => ({
    mcpGate: { allowsOrigin: (call) => call.era === "stateless" || mcpGate.allowsOrigin(call) },
  })),
  mutant("knows-origins-by-their-beginning", "scopes.foreign-origin", ({ mcpGate }) => ({
    mcpGate: {
      allowsOrigin: (call) =>
        call.headers.get("origin")?.startsWith("http://localhost") === true || mcpGate.allowsOrigin(call),
    },
  })),
  mutant("knows-hosts-of-origins-by-their-beginning", "scopes.foreign-origin", ({ mcpGate }) => ({
    mcpGate: {
      allowsOrigin: (call) =>
        URL.parse(call.headers.get("origin") ?? "")?.hostname.startsWith("localhost") === true ||
        mcpGate.allowsOrigin(call),
    },
  })),
  mutant("takes-any-character-for-a-dot-of-an-origin", "scopes.foreign-origin", ({ mcpGate }) => ({
    mcpGate: {
      allowsOrigin: (call) =>
        /^http:\/\/127.0.0.1(?::\d+)?$/.test(call.headers.get("origin") ?? "") || mcpGate.allowsOrigin(call),
    },
  })),
  mutant("knows-origins-by-their-end", "scopes.foreign-origin", ({ mcpGate }) => ({
    mcpGate: {
      allowsOrigin: (call) =>
        call.headers.get("origin")?.endsWith("localhost:3000") === true || mcpGate.allowsOrigin(call),
    },
  })),
  mutant("serves-pages-without-an-origin", "scopes.null-origin", ({ mcpGate }) => ({
    mcpGate: {
      allowsOrigin: (call) => call.headers.get("origin") === "null" || mcpGate.allowsOrigin(call),
    },
  })),
  mutant("serves-no-page", "scopes.allowed-origin", () => ({
    mcpGate: { allowsOrigin: ({ headers }) => !headers.has("origin") },
  })),
];
