import { before, instead, sayingNo, sayingYes, where } from "../../../lib/reference/changes.ts";
import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import type { Grant } from "../../../lib/reference/mcp/mcp-state.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { PUBLIC_KEY_TEXT, signatureOf } from "../../../lib/reference/rules/mcp-server.ts";
import { accepting, anyGrant, presenting, is } from "../faults.ts";

const MIN_PREFIX_CHARS = 20;
const JWT = /^(([^.]+)\.([^.]+))\.([^.]*)$/;
const decoded = (part: string) => Buffer.from(part, "base64url").toString();

const isOurs = ({ resource, issuer, isRevoked }: Grant) =>
  resource === "ours" && issuer === "ours" && !isRevoked;

const takingAnyToken = accepting((call) => anyGrant(call));

const takingAnyTokenUnder = (scheme: string): Change =>
  where((call: McpCall) => authorizationOf(call).startsWith(scheme), takingAnyToken);

const takingInvalid = (isInvalid: (grant: Grant, call: McpCall) => boolean): Change =>
  accepting((call, token) => {
    const grant = call.state.grants.get(token);
    return grant !== undefined && isInvalid(grant, call) ? grant : undefined;
  });

const takingExpired = takingInvalid(({ expiresAt }, call) => expiresAt <= call.now());
const takingOfOtherResource = takingInvalid(({ resource }) => resource === "other");
const takingOfOtherServer = takingInvalid(({ issuer }) => issuer === "other");

/** Lets tokens write that are known, and of this kind. */
const writingWith = (isTaken: (grant: Grant) => boolean): Change =>
  where(
    is.writing,
    accepting((call, token) => {
      const grant = call.state.grants.get(token);
      return grant !== undefined && isTaken(grant) ? writer(call) : undefined;
    }),
  );

const takingLike = (isLike: (token: string, valid: string) => boolean): Change =>
  accepting((call, token) => anyGrant(call, (grant) => isLike(token, grant.token)));

/** Believes the claims of a token whose header says this. With a key: if they are signed with it. */
const believingClaims = (header: string, key?: string): Change =>
  accepting((call, token) => {
    const [, signed = "", head = "", claims = "", signature] = JWT.exec(token) ?? [];
    const isMeant = decoded(head).includes(header) && decoded(claims).startsWith("{");
    return isMeant && (key === undefined || signature === signatureOf(signed, key))
      ? anyGrant(call)
      : undefined;
  });

const takingTokensFromQuery = presenting(({ url }) => url.searchParams.get("access_token"));
const forgettingScopes = sayingYes("mcpGate.mayCall");

/** Faults with tokens that are not valid, and with scopes of those that are. */
export const tokenMutants = toMutants({
  "authorization.wrong-token": {
    "takes-any-token": takingAnyToken,
    "takes-any-token-in-no-session": where(is.stateless, takingAnyToken),
    "takes-any-token-in-a-session": where(is.handshake, takingAnyToken),
    "takes-the-beginning-of-a-token": takingLike(
      (token, valid) => token.length > MIN_PREFIX_CHARS && valid.startsWith(token),
    ),
    "takes-a-token-with-more-behind-it": takingLike((token, valid) => token.startsWith(valid)),
    "takes-a-token-in-any-letter-case": takingLike(
      (token, valid) => token.toLowerCase() === valid.toLowerCase(),
    ),
    "takes-any-token-under-bearer-in-small-letters": takingAnyTokenUnder("bearer "),
    "looks-at-the-ends-of-a-token": takingLike(
      (token, valid) => ends(token) === ends(valid) && token.length === valid.length,
    ),
  },
  "authorization.wrong-token-everywhere": {
    "answers-pings-with-any-token": where(is.ping, takingAnyToken),
    "lists-tools-for-any-token": where(is.listing, takingAnyToken),
    "opens-with-any-token": where(is.opening, takingAnyToken),
    "discovers-with-any-token": where(is.discovering, takingAnyToken),
    "ends-sessions-with-any-token": where(is.delete, takingAnyToken),
    "hears-notifications-with-any-token": where(is.notification, takingAnyToken),
  },
  "authorization.wrong-token-writes": {
    "writes-with-any-token": where(is.writing, accepting(writer)),
    "writes-with-expired-tokens": writingWith(({ issuer }) => issuer === "ours"),
  },
  "authorization.without-token-detours": {
    "takes-null-for-a-token": takingLike((token) => token === "null"),
  },
  "authorization.forged-token": {
    "takes-unsigned-tokens": believingClaims('"alg":"none"'),
    "takes-unsigned-tokens-of-another-name": believingClaims('"alg":"None"'),
    "verifies-with-the-key-of-examples": believingClaims('"alg":"HS256"', "secret"),
    "takes-zeros-for-a-signature": takingLike((token) => /\.A{86}$/.test(token)),
    "verifies-with-an-empty-key": believingClaims('"alg":"HS256"', ""),
    "takes-its-public-key-for-a-secret": believingClaims('"alg":"HS256"', PUBLIC_KEY_TEXT.trimEnd()),
    "takes-the-file-of-its-public-key-for-a-secret": believingClaims('"alg":"HS256"', PUBLIC_KEY_TEXT),
    "reads-the-file-that-a-token-names": believingClaims("/dev/null", ""),
    "takes-the-key-of-the-token-itself": believingClaims('"jwk":'),
    "does-not-verify-signatures": believingClaims('"alg":"HS256"'),
    "does-not-verify-signatures-in-no-session": where(is.stateless, believingClaims('"alg":')),
  },
  "authorization.expired-token": {
    "takes-expired-tokens": takingInvalid(isOurs),
    "takes-expired-tokens-in-a-session": where(is.handshake, takingInvalid(isOurs)),
    "discovers-with-expired-tokens": where(is.discovering, takingExpired),
    "streams-for-expired-tokens": where(is.get, takingExpired),
    "hears-notifications-of-expired-tokens": where(is.notification, takingExpired),
    "answers-pings-with-expired-tokens": where(is.ping, takingExpired),
    "ends-sessions-for-expired-tokens": where(is.delete, takingExpired),
  },
  "authorization.other-resource-token": {
    "takes-tokens-for-other-resources": takingOfOtherResource,
    "takes-tokens-for-other-resources-in-a-session": where(is.handshake, takingOfOtherResource),
    "takes-tokens-for-other-resources-in-no-session": where(is.stateless, takingOfOtherResource),
    "lists-tools-for-tokens-of-another-resource": where(is.statelessListing, takingOfOtherResource),
    "streams-for-tokens-of-another-resource": where(is.get, takingOfOtherResource),
    "hears-notifications-of-tokens-of-another-resource": where(is.notification, takingOfOtherResource),
  },
  "authorization.other-server-token": {
    "takes-tokens-of-other-servers": takingOfOtherServer,
    "opens-with-tokens-of-another-server": where(is.opening, takingOfOtherServer),
  },
  "authorization.refresh-token-is-no-access-token": {
    "takes-refresh-tokens-for-access-tokens": accepting(({ state }, token) => {
      const [access] = state.refreshTokens.get(token)?.issued ?? [];
      return access === undefined ? undefined : state.grants.get(access);
    }),
  },
  "authorization.malformed-header": {
    "fails-at-malformed-headers": instead("mcpGate.status", (_call, { kind }) =>
      kind === "malformed" ? 500 : 401,
    ),
    "reads-on-with-a-malformed-header": sayingNo(
      "mcpGate.needsToken",
      (call) => call.rules.mcpGate.presented(call).kind === "malformed",
    ),
  },
  "authorization.query-token": {
    "takes-tokens-from-the-query": takingTokensFromQuery,
    "takes-tokens-from-the-query-in-no-session": where(is.stateless, takingTokensFromQuery),
    "takes-tokens-from-the-query-of-a-stream": where(is.get, takingTokensFromQuery),
    "takes-tokens-from-the-query-by-another-name": presenting(({ url }) => url.searchParams.get("token")),
  },
  "authorization.other-scheme": {
    "takes-a-token-under-any-scheme": presenting(
      (call) => /^[a-z]+ +([\w\-.~+/]+=*)$/i.exec(authorizationOf(call))?.[1],
    ),
    "takes-a-token-without-a-scheme": presenting((call) => {
      const value = authorizationOf(call);
      return call.state.grants.has(value) ? value : undefined;
    }),
  },
  "authorization.scheme-case": {
    "knows-bearer-in-one-letter-case": instead("mcpGate.presented", ({ headers }) =>
      headers.get("authorization")?.startsWith("Bearer ") === false ? { kind: "malformed" } : undefined,
    ),
  },
  "authorization.read-only": {
    "has-one-scope-for-everything": forgettingScopes,
    "forgets-scopes-in-no-session": where(is.stateless, forgettingScopes),
    "forgets-scopes-in-a-session": where(is.handshake, forgettingScopes),
    "writes-and-then-forbids": before("mcpGate.beyondScope", ({ body, rules, state }) => {
      const [, label] = /"label":"([^"]*)"/.exec(body) ?? [];
      if (label !== undefined) rules.mcpService.label(state.cards, "card-1", label);
    }),
  },
  "authorization.two-scopes": {
    "refuses-all-writes": where(is.writing, sayingNo("mcpGate.mayCall")),
    "says-that-it-has-written": sayingYes("mcpService.label"),
    "lets-only-writers-read": instead(
      "mcpGate.mayCall",
      (call, grant) => !is.callingTool(call) || mayWrite(call, grant),
    ),
  },
});

function writer(call: McpCall): Grant | undefined {
  return anyGrant(call, (grant) => mayWrite(call, grant));
}

function mayWrite({ facts }: McpCall, { scopes }: Grant): boolean {
  return facts.scopes.readWrite.every((scope) => scopes.includes(scope));
}

function authorizationOf({ headers }: McpCall): string {
  return headers.get("authorization") ?? "";
}

function ends(token: string): string {
  return token.slice(0, 8) + token.slice(-8);
}
