import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../../lib/reference/mcp/mcp-state.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import { WRITE_TOOL } from "../../../lib/reference/rules/mcp-gate.ts";
import { signatureOf } from "../../../lib/reference/rules/mcp-server.ts";
import { accepting, anyGrant, calling, inEra, type Occasion } from "../faults.ts";

const MIN_PREFIX_CHARS = 20;
const isOurs = ({ resource, issuer, isRevoked }: Grant) =>
  resource === "ours" && issuer === "ours" && !isRevoked;

export const tokenMutants = [
  mutant("takes-any-token", "authorization.wrong-token", accepting(first)),
  mutant("takes-any-token-in-no-session", "authorization.wrong-token", accepting(first, inEra("stateless"))),
  mutant("takes-any-token-in-a-session", "authorization.wrong-token", accepting(first, inEra("handshake"))),
  mutant(
    "takes-the-beginning-of-a-token",
    "authorization.wrong-token",
    accepting((call, token) =>
      anyGrant(call, (grant) => token.length > MIN_PREFIX_CHARS && grant.token.startsWith(token)),
    ),
  ),
  mutant(
    "takes-a-token-with-more-behind-it",
    "authorization.wrong-token",
    accepting((call, token) => anyGrant(call, (grant) => token.startsWith(grant.token))),
  ),
  mutant(
    "takes-a-token-in-any-letter-case",
    "authorization.wrong-token",
    accepting((call, token) => anyGrant(call, (grant) => isSame(grant.token, token))),
  ),
  mutant(
    "looks-at-the-ends-of-a-token",
    "authorization.wrong-token",
    accepting((call, token) =>
      anyGrant(call, (grant) => ends(grant.token) === ends(token) && grant.token.length === token.length),
    ),
  ),
  mutant("forbids-bad-tokens", "authorization.wrong-token", () => ({
    mcpGate: { status: (_call, { kind }) => (kind === "token" ? 403 : 401) },
  })),
  mutant("takes-unsigned-tokens", "authorization.forged-token", accepting(byClaims('"alg":"none"'))),
  mutant(
    "takes-unsigned-tokens-of-another-name",
    "authorization.forged-token",
    accepting(byClaims('"alg":"None"')),
  ),
  mutant("verifies-with-an-empty-key", "authorization.forged-token", accepting(signedWithNothing)),
  mutant("does-not-verify-signatures", "authorization.forged-token", accepting(byClaims('"alg":"HS256"'))),
  mutant(
    "does-not-verify-signatures-in-no-session",
    "authorization.forged-token",
    accepting(byClaims('"alg":'), inEra("stateless")),
  ),
  mutant("takes-expired-tokens", "authorization.expired-token", accepting(known(isOurs))),
  mutant(
    "takes-expired-tokens-in-a-session",
    "authorization.expired-token",
    accepting(known(isOurs), inEra("handshake")),
  ),
  mutant(
    "takes-tokens-for-other-resources",
    "authorization.other-resource-token",
    accepting(known(({ resource }) => resource === "other")),
  ),
  mutant(
    "takes-tokens-for-other-resources-in-no-session",
    "authorization.other-resource-token",
    accepting(
      known(({ resource }) => resource === "other"),
      inEra("stateless"),
    ),
  ),
  mutant(
    "takes-tokens-of-other-servers",
    "authorization.other-server-token",
    accepting(known(({ issuer }) => issuer === "other")),
  ),
  mutant("fails-at-malformed-headers", "authorization.malformed-header", () => ({
    mcpGate: { status: (_call, { kind }) => (kind === "malformed" ? 500 : 401) },
  })),
  mutant("reads-on-with-a-malformed-header", "authorization.malformed-header", ({ mcpGate }) => ({
    mcpGate: {
      needsToken: (call) => mcpGate.presented(call).kind !== "malformed" && mcpGate.needsToken(call),
    },
  })),
  mutant(
    "takes-tokens-from-the-query",
    "authorization.query-token",
    inQuery(() => true),
  ),
  mutant(
    "takes-tokens-from-the-query-in-no-session",
    "authorization.query-token",
    inQuery(inEra("stateless")),
  ),
  mutant("takes-a-token-under-any-scheme", "authorization.other-scheme", ({ mcpGate }) => ({
    mcpGate: {
      presented: (call) => {
        const [, token] = /^[a-z]+ +([\w\-.~+/]+=*)$/i.exec(call.headers.get("authorization") ?? "") ?? [];
        return token === undefined ? mcpGate.presented(call) : { kind: "token", token };
      },
    },
  })),
  mutant("takes-a-token-without-a-scheme", "authorization.other-scheme", ({ mcpGate }) => ({
    mcpGate: {
      presented: (call) => {
        const value = call.headers.get("authorization") ?? "";
        return call.state.grants.has(value) ? { kind: "token", token: value } : mcpGate.presented(call);
      },
    },
  })),
  mutant("knows-bearer-in-one-letter-case", "authorization.scheme-case", ({ mcpGate }) => ({
    mcpGate: {
      presented: (call) =>
        call.headers.get("authorization")?.startsWith("Bearer ") === false
          ? { kind: "malformed" }
          : mcpGate.presented(call),
    },
  })),
];

export const scopeMutants = [
  mutant("has-one-scope-for-everything", "authorization.read-only", () => ({
    mcpGate: { mayCall: () => true },
  })),
  mutant("forgets-scopes-in-no-session", "authorization.read-only", forgetting(inEra("stateless"))),
  mutant("forgets-scopes-in-a-session", "authorization.read-only", forgetting(inEra("handshake"))),
  mutant("writes-and-then-forbids", "authorization.read-only", ({ mcpGate }) => ({
    mcpGate: {
      beyondScope: (call, grant) => {
        const [, label] = /"label":"([^"]*)"/.exec(call.body) ?? [];
        if (label !== undefined) call.rules.mcpService.label(call.state.cards, "card-1", label);
        return mcpGate.beyondScope(call, grant);
      },
    },
  })),
  mutant("lets-nobody-write", "authorization.two-scopes", ({ mcpGate }) => ({
    mcpGate: {
      mayCall: (call, grant) => !calling("tools/call", WRITE_TOOL)(call) && mcpGate.mayCall(call, grant),
    },
  })),
  mutant("says-that-it-has-written", "authorization.two-scopes", () => ({
    mcpService: { label: () => true },
  })),
  mutant("lets-only-writers-read", "authorization.two-scopes", () => ({
    mcpGate: {
      mayCall: ({ message, facts }, { scopes }) =>
        message?.method !== "tools/call" || facts.scopes.readWrite.every((one) => scopes.includes(one)),
    },
  })),
];

/** Whoever it was issued to. */
function first(call: McpCall): Grant | undefined {
  return anyGrant(call, () => true);
}

function known(holds: (grant: Grant) => boolean): (call: McpCall, token: string) => Grant | undefined {
  return (call, token) => {
    const grant = call.state.grants.get(token);
    return grant !== undefined && holds(grant) ? grant : undefined;
  };
}

/** Believes the claims of a token whose header says this. */
function byClaims(header: string): (call: McpCall, token: string) => Grant | undefined {
  return (call, token) => {
    const [head = "", claims = "", signature] = token.split(".");
    const isMeant = Buffer.from(head, "base64url").toString().includes(header) && signature !== undefined;
    const about = Buffer.from(claims, "base64url").toString();
    return isMeant && about.startsWith("{") ? first(call) : undefined;
  };
}

/** Believes the claims of a token whose signature was made with an empty key. */
function signedWithNothing(call: McpCall, token: string): Grant | undefined {
  const [, signed = "", signature] = /^([^.]+\.[^.]+)\.([^.]+)$/.exec(token) ?? [];
  return signature === signatureOf(signed, "") ? first(call) : undefined;
}

function inQuery(when: Occasion): Parameters<typeof mutant>[2] {
  return ({ mcpGate }) => ({
    mcpGate: {
      presented: (call) => {
        const token = call.url.searchParams.get("access_token");
        return token !== null && when(call) ? { kind: "token", token } : mcpGate.presented(call);
      },
    },
  });
}

function forgetting(when: Occasion): Parameters<typeof mutant>[2] {
  return ({ mcpGate }) => ({
    mcpGate: { mayCall: (call, grant) => when(call) || mcpGate.mayCall(call, grant) },
  });
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function ends(token: string): string {
  return token.slice(0, 8) + token.slice(-8);
}
