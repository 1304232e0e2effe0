import type { Effort } from "../../engine/requirement/effort.ts";
import { throwInapplicable, WITHOUT_TOKEN } from "./fails.ts";
import { isLoopback } from "../../text/is-loopback.ts";
import type { Deviation } from "../../engine/requirement/deviation.ts";
import { ANONYMOUS, type McpRequest, NEVER_ISSUED, withHeader } from "../wire/mcp-request.ts";
import type { McpOffence } from "./doors.ts";
import type { Mcp } from "../service/mcp.ts";
import { PATH_SPELLINGS, withPath } from "../wire/call-forms.ts";
import { memberOf, parseJson } from "../wire/rpc.ts";
import { inOtherCase } from "../../text/other-case.ts";

/** The tokens of the profile that are not valid at the service, by their fields. */
export const BAD_TOKENS = {
  expiredToken: "an expired token",
  otherResourceToken: "a token for another resource",
  otherServerToken: "a token of another authorization server",
} as const;
/** A target may take the beginning of a token for the token, and verify signatures. */
export const CUT = "cut off at its end";

/** Another token instead of the valid one. */
export function withToken(
  what: string,
  token: string,
  { served, without = [NO_TOKEN, UNKNOWN_TOKEN] }: Pick<McpOffence, "served" | "without"> = {},
): McpOffence {
  const change = (valid: McpRequest) => ({ ...withAuthorization(valid, `Bearer ${token}`), caller: what });
  return { what, change, without, ...(served && { served }) };
}

export function withAuthorization(valid: McpRequest, value: string | undefined): McpRequest {
  return withHeader(valid, "Authorization", value);
}

/** Any token will do. */
export const UNVERIFIED: Deviation = { what: "the signature of a token is not verified", when: [] };

export const NO_TOKEN: McpOffence = {
  what: "no token",
  served: WITHOUT_TOKEN,
  change: (valid) => ({ ...withAuthorization(valid, undefined), caller: ANONYMOUS.name }),
};

/** A token of the profile that is not valid at the service. Where three kinds of them are served, none is verified. */
export function badToken(field: keyof typeof BAD_TOKENS, token: string): McpOffence {
  const what = BAD_TOKENS[field];
  return withToken(what, token, { served: badServed(what) });
}

function badServed(what: string): Deviation {
  return { what: "a bad token is served", when: [what], apart: true };
}

/** A token of no server. */
export const UNKNOWN_TOKEN: McpOffence = withToken(NEVER_ISSUED.name, NEVER_ISSUED.token, {
  served: UNVERIFIED,
  without: [NO_TOKEN],
});

const MADE_UP = `${[{ alg: "none" }, { sub: "admin", exp: 4_000_000_000 }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".")}.`;

/** The scheme is the same in any letter case, and a service may verify the token under one spelling only. */
const UNKNOWN_UNDER_OTHER_SPELLINGS = ["bearer", "BEARER"].map((scheme): McpOffence => {
  const what = `${NEVER_ISSUED.name}, under the scheme ${scheme}`;
  const served = { ...UNVERIFIED, when: [`under the scheme ${scheme}`] };
  return { ...withCredentials(what, `${scheme} ${NEVER_ISSUED.token}`), served };
});

/** A token that only a service takes which does not verify signatures. */
export function unverifiedToken(what: string, token: string, ...when: readonly string[]): McpOffence {
  return withToken(what, token, { served: { ...UNVERIFIED, when, otherwise: badServed(what) } });
}

/** Tokens that differ from a valid one in one respect; at quick depth those that are frequently accepted. */
export function alteredTokens(
  { readOnly: { token = "" } }: Mcp,
  { isQuick }: Pick<Effort, "isQuick">,
): readonly McpOffence[] {
  const half = token.slice(0, Math.floor(token.length / 2));
  const frequent: readonly (readonly [what: string, altered: string, when?: string])[] = [
    ["a token without its last character", token.slice(0, -1), CUT],
    ["a token with a character more", `${token}A`],
    ["a token with another character in its middle", withOtherCharacter(token, half.length)],
    ["a token in other letter case", inOtherCase(token)],
  ];
  const rare: typeof frequent = [
    ["the first half of a token", half, CUT],
    ["a JSON Web Token of no server", MADE_UP],
  ];
  const altered = [...frequent, ...(isQuick ? [] : rare)]
    .filter(([, other]) => other !== token)
    .map(([what, other, when = what]) => ({ ...unverifiedToken(what, other, when), without: [NO_TOKEN] }));
  return [...altered, ...(isQuick ? [] : UNKNOWN_UNDER_OTHER_SPELLINGS)];
}

/** A text with another character at a place. */
export function withOtherCharacter(token: string, at: number): string {
  return `${token.slice(0, at)}${token[at] === "x" ? "y" : "x"}${token.slice(at + 1)}`;
}

/** Another way to the same service: who goes it shows no token. */
function detour(what: string, take: (request: McpRequest) => McpRequest, without = [NO_TOKEN]): McpOffence {
  return {
    what: `${what} instead of a token`,
    change: (valid, door) => take(NO_TOKEN.change(valid, door)),
    without,
  };
}

function header(name: string, value: string, without?: McpOffence[]): McpOffence {
  return detour(`the header ${name}: ${value}`, (request) => withHeader(request, name, value), without);
}

function path(what: string, change: (pathname: string) => string): McpOffence {
  return detour(what, (request) => withPath(request, change));
}

/** Headers in which a gateway names the user whom it has let in, or where a request comes from. */
const OF_GATEWAYS =
  `X-User-Id X-User X-Username X-Forwarded-User X-Forwarded-Email X-Forwarded-Preferred-Username
  X-Auth-Request-User X-Auth-Request-Email X-Authenticated-User X-Authenticated-Userid X-Remote-User Remote-User
  X-Webauth-User X-Consumer-Username X-Goog-Authenticated-User-Email X-Amzn-Oidc-Identity X-MS-Client-Principal-Name
  Cf-Access-Authenticated-User-Email Tailscale-User-Login`.split(/\s+/);
const OF_ADDRESSES = ["X-Forwarded-For", "X-Real-IP", "X-Client-IP", "True-Client-IP", "Cf-Connecting-IP"];
const UNKNOWN_USER = "admin";
const LONG_TOKEN = "x".repeat(6_000);
/** Headers that change the method for a service, and perhaps for its gateway. */
const OVERRIDES = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"].map((name) =>
  header(name, "OPTIONS"),
);
const PATHS = PATH_SPELLINGS.map(([what, spell]) => path(what, spell));
const NULL_TOKEN = header("Authorization", "Bearer null", [UNKNOWN_TOKEN]);
const QUERY = path("a query string", (pathname) => `${pathname}?conformance=1`);

/** Several detours in one request. If it is granted, the run looks for the one that suffices. */
function together(what: string, parts: readonly McpOffence[]): McpOffence {
  const change: McpOffence["change"] = (valid, door) =>
    parts.reduce((taken, part) => part.change(taken, door), valid);
  return { ...detour(what, (request) => request), change, parts };
}

/** A gateway names the user as the token does, if a client can read it. */
function trustedHeaders({ readOnly: { token = "" } }: Mcp): readonly McpOffence[] {
  const claims = parseJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const subject = memberOf(claims, "sub");
  const user = typeof subject === "string" && /^[\x21-\x7e]+$/.test(subject) ? subject : UNKNOWN_USER;
  return [
    ...OF_GATEWAYS.map((name) =>
      detour(`the header ${name} with the user of the token`, (request) => withHeader(request, name, user)),
    ),
    ...OF_ADDRESSES.map((name) => header(name, "127.0.0.1")),
    header("Forwarded", "for=127.0.0.1"),
    header("X-Internal-Request", "true"),
    header("X-SSL-Client-Verify", "SUCCESS"),
    header("User-Agent", "mcp-inspector"),
    header("Last-Event-ID", "1"),
    header("Cookie", "access_token=conformance; session=conformance"),
  ];
}

/**
 * Ways on which a gateway or a service may forget to ask for a token; at quick depth those that are mistaken most often, as
 * many as possible in one request.
 */
export function detoursWithoutToken(mcp: Mcp, { isQuick }: Effort): readonly McpOffence[] {
  const trusted = trustedHeaders(mcp);
  if (isQuick)
    return [
      ...PATHS.slice(0, 1),
      NULL_TOKEN,
      together("a query string and headers", [QUERY, ...trusted, ...OVERRIDES]),
    ];
  return [
    ...PATHS,
    NULL_TOKEN,
    QUERY,
    together("headers that gateways set", trusted),
    together("headers with another method", OVERRIDES),
    {
      ...detour("a very long token", (request) => withAuthorization(request, `Bearer ${LONG_TOKEN}`)),
      without: [NO_TOKEN, UNKNOWN_TOKEN],
    },
    header("Authorization", "Basic Og=="),
    header("Authorization", "Bearer undefined", [UNKNOWN_TOKEN]),
    header("X-Original-URL", "/.well-known/oauth-protected-resource"),
    header("Access-Control-Request-Method", "POST"),
    header("Content-Type", "text/plain"),
    detour("the method PUT", (request) => ({ ...request, method: "PUT" })),
  ];
}

/** The valid token in a place, or in a form, that counts for nothing. */
export function withoutBearer(what: string, change: (valid: McpRequest) => McpRequest): McpOffence {
  return { what, change: (valid) => change({ ...valid, caller: what }), without: [NO_TOKEN] };
}

/** Another value of the header with the token. */
export function withCredentials(what: string, value: string): McpOffence {
  return withoutBearer(what, (valid) => withAuthorization(valid, value));
}

const STRANGERS = { what: "pages of strangers are served", when: [] };

/** A page of an origin that may not use the service. */
export function fromOrigin(origin: string, ...when: readonly string[]): McpOffence {
  return {
    what: `the origin ${origin}`,
    change: (valid) => withHeader(valid, "Origin", origin),
    served: { ...STRANGERS, when },
  };
}

/**
 * Origins that are not of the service: a stranger's, and ones that look like its own; at quick depth the frequent ones.
 * @throws {InapplicableError} if any page may use the service
 */
export function foreignOrigins(mcp: Mcp, { isQuick }: Pick<Effort, "isQuick">): readonly McpOffence[] {
  assertStrangersKeptOut(mcp);
  const { facts, url } = mcp;
  const own = new URL(facts.allowedOrigin ?? url).origin;
  const isLocal = isLoopback(url);
  const near = isLocal ? ["http://localhost.stranger.example", ...withoutDot(new URL(url).origin)] : [];
  const frequent = [
    "https://stranger.example",
    `${own}.stranger.example`,
    own.replace("://", "://stranger-"),
  ];
  const origins = isQuick ? frequent : [...frequent, ...withoutDot(own), ...near];
  const offences = [...new Set(origins)].map((origin) => fromOrigin(origin));
  return isLocal && !isQuick ? [...offences, rebound(new URL(url))] : offences;
}

/** A page of a stranger whose own name leads to this machine by now: its requests have that name as host too. */
function rebound({ port }: URL): McpOffence {
  const host = `stranger.example${port && `:${port}`}`;
  const { change, ...offence } = fromOrigin(`http://${host}`, "of the same host");
  return {
    ...offence,
    what: `${offence.what}, which is the host too`,
    change: (valid, door) => withHeader(change(valid, door), "Host", host),
  };
}

/**
 * A service on this machine, or one that lists the allowed origins, must reject pages of strangers.
 * @throws {InapplicableError} if any page may use the service
 */
export function assertStrangersKeptOut({ url, facts }: Mcp): void {
  if (isLoopback(url) || facts.allowedOrigin !== null) return;
  throwInapplicable("Any page may use a public service; mcp.allowedOrigin would say whose may.");
}

/** The same origin with a letter for its last dot: a pattern may take any character there. */
function withoutDot(origin: string): readonly string[] {
  const { protocol, hostname, port } = new URL(origin);
  const changed = hostname.replace(/\.([^.]*)$/, "s$1");
  return changed === hostname ? [] : [`${protocol}//${changed}${port === "" ? "" : `:${port}`}`];
}
