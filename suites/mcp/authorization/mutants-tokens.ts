import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../../lib/reference/mcp/mcp-state.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { WRITE_TOOL } from "../../../lib/reference/rules/mcp-gate.ts";
import { signatureOf } from "../../../lib/reference/rules/mcp-server.ts";
import { accepting, anyGrant, calling, inEra, type Occasion } from "../faults.ts";
import { instead, replacing, sayingNo, sayingYes } from "../../../lib/reference/changes.ts";

const MIN_PREFIX_CHARS = 20;
const isOurs = ({ resource, issuer, isRevoked }: Grant) =>
  resource === "ours" && issuer === "ours" && !isRevoked;

export const tokenMutants = toMutants({
  "authorization.wrong-token": {
    "takes-any-token": accepting(first),
    "takes-any-token-in-no-session": accepting(first, inEra("stateless")),
    "takes-any-token-in-a-session": accepting(first, inEra("handshake")),
    "takes-the-beginning-of-a-token": accepting((call, token) =>
      anyGrant(call, (grant) => token.length > MIN_PREFIX_CHARS && grant.token.startsWith(token)),
    ),
    "takes-a-token-with-more-behind-it": accepting((call, token) =>
      anyGrant(call, (grant) => token.startsWith(grant.token)),
    ),
    "takes-a-token-in-any-letter-case": accepting((call, token) =>
      anyGrant(call, (grant) => isSame(grant.token, token)),
    ),
    "looks-at-the-ends-of-a-token": accepting((call, token) =>
      anyGrant(call, (grant) => ends(grant.token) === ends(token) && grant.token.length === token.length),
    ),
    "forbids-bad-tokens": instead("mcpGate.status", (_call, { kind }) => (kind === "token" ? 403 : 401)),
  },
  "authorization.forged-token": {
    "takes-unsigned-tokens": accepting(byClaims('"alg":"none"')),
    "takes-unsigned-tokens-of-another-name": accepting(byClaims('"alg":"None"')),
    "verifies-with-an-empty-key": accepting(signedWithNothing),
    "does-not-verify-signatures": accepting(byClaims('"alg":"HS256"')),
    "does-not-verify-signatures-in-no-session": accepting(byClaims('"alg":'), inEra("stateless")),
  },
  "authorization.expired-token": {
    "takes-expired-tokens": accepting(known(isOurs)),
    "takes-expired-tokens-in-a-session": accepting(known(isOurs), inEra("handshake")),
  },
  "authorization.other-resource-token": {
    "takes-tokens-for-other-resources": accepting(known(({ resource }) => resource === "other")),
    "takes-tokens-for-other-resources-in-no-session": accepting(
      known(({ resource }) => resource === "other"),
      inEra("stateless"),
    ),
  },
  "authorization.other-server-token": {
    "takes-tokens-of-other-servers": accepting(known(({ issuer }) => issuer === "other")),
  },
  "authorization.malformed-header": {
    "fails-at-malformed-headers": instead("mcpGate.status", (_call, { kind }) =>
      kind === "malformed" ? 500 : 401,
    ),
    "reads-on-with-a-malformed-header": ({ mcpGate }) => ({
      mcpGate: {
        needsToken: (call) => mcpGate.presented(call).kind !== "malformed" && mcpGate.needsToken(call),
      },
    }),
  },
  "authorization.query-token": {
    "takes-tokens-from-the-query": inQuery(() => true),
    "takes-tokens-from-the-query-in-no-session": inQuery(inEra("stateless")),
  },
  "authorization.other-scheme": {
    "takes-a-token-under-any-scheme": replacing("mcpGate.presented", (presented) => (call) => {
      const [, token] = /^[a-z]+ +([\w\-.~+/]+=*)$/i.exec(call.headers.get("authorization") ?? "") ?? [];
      return token === undefined ? presented(call) : { kind: "token", token };
    }),
    "takes-a-token-without-a-scheme": replacing("mcpGate.presented", (presented) => (call) => {
      const value = call.headers.get("authorization") ?? "";
      return call.state.grants.has(value) ? { kind: "token", token: value } : presented(call);
    }),
  },
  "authorization.scheme-case": {
    "knows-bearer-in-one-letter-case": instead("mcpGate.presented", (call) =>
      call.headers.get("authorization")?.startsWith("Bearer ") === false ? { kind: "malformed" } : undefined,
    ),
  },
});

export const scopeMutants = toMutants({
  "authorization.read-only": {
    "has-one-scope-for-everything": sayingYes("mcpGate.mayCall"),
    "forgets-scopes-in-no-session": forgetting(inEra("stateless")),
    "forgets-scopes-in-a-session": forgetting(inEra("handshake")),
    "writes-and-then-forbids": replacing("mcpGate.beyondScope", (beyondScope) => (call, grant) => {
      const [, label] = /"label":"([^"]*)"/.exec(call.body) ?? [];
      if (label !== undefined) call.rules.mcpService.label(call.state.cards, "card-1", label);
      return beyondScope(call, grant);
    }),
  },
  "authorization.two-scopes": {
    "lets-nobody-write": sayingNo("mcpGate.mayCall", (call) => calling("tools/call", WRITE_TOOL)(call)),
    "says-that-it-has-written": sayingYes("mcpService.label"),
    "lets-only-writers-read": instead(
      "mcpGate.mayCall",
      ({ message, facts }, { scopes }) =>
        message?.method !== "tools/call" || facts.scopes.readWrite.every((one) => scopes.includes(one)),
    ),
  },
});

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

function inQuery(when: Occasion): Change {
  return replacing("mcpGate.presented", (presented) => (call) => {
    const token = call.url.searchParams.get("access_token");
    return token !== null && when(call) ? { kind: "token", token } : presented(call);
  });
}

function forgetting(when: Occasion): Change {
  return sayingYes("mcpGate.mayCall", when);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function ends(token: string): string {
  return token.slice(0, 8) + token.slice(-8);
}
