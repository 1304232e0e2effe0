import { createHmac, createSecretKey } from "node:crypto";
import type { Effort } from "../../engine/requirement/effort.ts";
import { throwInapplicable } from "./fails.ts";
import { isLoopback } from "../../text/is-loopback.ts";
import type { Deviation } from "../../engine/requirement/deviation.ts";
import { ANONYMOUS, type McpRequest, NEVER_ISSUED, withHeader } from "../wire/mcp-request.ts";
import type { McpOffence } from "./doors.ts";
import type { Mcp } from "../service/mcp.ts";

/** The tokens of the profile that are not valid at the service, by their fields. */
export const BAD_TOKENS = {
  expiredToken: "an expired token",
  otherResourceToken: "a token for another resource",
  otherServerToken: "a token of another authorization server",
} as const;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const OWN_KEY = "a-key-of-our-own-that-no-server-knows";
/** Algorithms of a private key and a public key. */
const KEY_PAIR = /^(?:[EPR]S(?:256|384|512)|EdDSA)$/;
/** A target may take the beginning of a token for the token, and verify signatures. */
const CUT = "cut off at its end";

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
  change: (valid) => ({ ...withAuthorization(valid, undefined), caller: ANONYMOUS.name }),
};

/** A token of no server. */
export const UNKNOWN_TOKEN: McpOffence = withToken(NEVER_ISSUED.name, NEVER_ISSUED.token, {
  served: UNVERIFIED,
  without: [NO_TOKEN],
});

/** A token that only a service takes which does not verify signatures. */
function unverified(what: string, token: string, ...when: readonly string[]): McpOffence {
  return withToken(what, token, { served: { ...UNVERIFIED, when } });
}

/** Tokens that differ from a valid one in one respect. */
export function alteredTokens(token: string): readonly McpOffence[] {
  const half = token.slice(0, Math.floor(token.length / 2));
  const changed = [
    ["a token without its last character", token.slice(0, -1), CUT],
    ["a token with a character more", `${token}A`],
    ["a token with another character in its middle", withOtherCharacter(token, half.length)],
    ["a token in other letter case", otherCase(token)],
    ["the first half of a token", half, CUT],
  ] as const;
  return changed
    .filter(([, altered]) => altered !== token)
    .map(([what, altered, when = what]) => ({ ...unverified(what, altered, when), without: [NO_TOKEN] }));
}

/**
 * A JSON Web Token with the same claims, unsigned, and signed by the suite.
 * @throws {InapplicableError} for another token
 */
export async function forgedTokens(token: string): Promise<readonly McpOffence[]> {
  if (!JWT.test(token)) throwInapplicable("The read-only token is not a JSON Web Token.");
  const { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } =
    await import("jose");
  const claims = decodedBy(() => decodeJwt(token));
  const { alg = "", typ } = decodedBy(() => decodeProtectedHeader(token));
  const head = { alg: "HS256", ...(typ !== undefined && { typ }) };
  const key = createSecretKey(Buffer.from(OWN_KEY));
  const signed = await new SignJWT(claims).setProtectedHeader(head).sign(key);
  const ofPair = KEY_PAIR.test(alg) ? alg : "ES256";
  const pair = await generateKeyPair(ofPair);
  const withKey = { ...head, alg: ofPair, jwk: await exportJWK(pair.publicKey) };
  const [header = "", payload = ""] = token.split(".");
  const unsigned = `${encoded(head)}.${payload}`;
  const emptySignature = createHmac("sha256", "").update(unsigned).digest("base64url");
  const none = encoded({ ...head, alg: "None" });
  return [
    unverified("an unsigned token with the same claims", new UnsecuredJWT(claims).encode()),
    unverified("a token with the same claims that the suite has signed", signed),
    unverified(
      "a token that brings the key of the suite in its header",
      await new SignJWT(claims).setProtectedHeader(withKey).sign(pair.privateKey),
    ),
    unverified("a token without its signature", `${header}.${payload}.`, CUT),
    unverified('an unsigned token that names the algorithm "None"', `${none}.${payload}.`),
    unverified("a token that is signed with an empty key", `${unsigned}.${emptySignature}`),
  ];
}

function encoded(header: object): string {
  return Buffer.from(JSON.stringify(header)).toString("base64url");
}

function decodedBy<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    return throwInapplicable("The read-only token is not a JSON Web Token.");
  }
}

function withOtherCharacter(token: string, at: number): string {
  return `${token.slice(0, at)}${token[at] === "x" ? "y" : "x"}${token.slice(at + 1)}`;
}

function otherCase(token: string): string {
  const upper = token.toUpperCase();
  return upper === token ? token.toLowerCase() : upper;
}

/** Another way to the same service: who goes it shows no token. */
function detour(what: string, take: (request: McpRequest) => McpRequest, without = [NO_TOKEN]): McpOffence {
  return {
    what: `${what} instead of a token`,
    change: (valid, door) => take(NO_TOKEN.change(valid, door)),
    without,
  };
}

const header = (name: string, value: string, without?: McpOffence[]) =>
  detour(`the header ${name}: ${value}`, (request) => withHeader(request, name, value), without);

const path = (what: string, change: (pathname: string) => string) =>
  detour(what, (request) => {
    const { origin, pathname, search } = new URL(request.url);
    return { ...request, url: `${origin}${change(pathname)}${search}` };
  });

/** Headers of no other meaning for HTTP, so that one request may have all of them. */
const TRUSTED = [
  header("X-Forwarded-For", "127.0.0.1"),
  header("X-Authenticated-User", "admin"),
  header("User-Agent", "mcp-inspector"),
  header("Cookie", "access_token=conformance; session=conformance"),
];
const SLASH = path("a slash behind the path", (pathname) => `${pathname}/`);
const NULL_TOKEN = header("Authorization", "Bearer null", [UNKNOWN_TOKEN]);
const QUERY = path("a query string", (pathname) => `${pathname}?conformance=1`);

/** At quick depth: the detours that are mistaken most often, as many as possible in one request. */
const FREQUENT_DETOURS: readonly McpOffence[] = [
  SLASH,
  {
    ...detour("a query string and headers that gateways trust", (request) => request),
    change: (valid, door) => [QUERY, ...TRUSTED].reduce((taken, { change }) => change(taken, door), valid),
  },
  NULL_TOKEN,
];

/** Ways on which a gateway or a service may forget to ask for a token. */
const DETOURS: readonly McpOffence[] = [
  SLASH,
  NULL_TOKEN,
  QUERY,
  ...TRUSTED,
  path("a path in upper case", (pathname) => pathname.toUpperCase()),
  header("Authorization", "Basic Og=="),
  header("Authorization", "Bearer undefined", [UNKNOWN_TOKEN]),
  path("a doubled slash", (pathname) => `/${pathname}`),
  path("a dot segment encoded", (pathname) => `/%2e${pathname}`),
  header("X-Original-URL", "/.well-known/oauth-protected-resource"),
  header("X-HTTP-Method-Override", "OPTIONS"),
  header("Access-Control-Request-Method", "POST"),
  header("X-Forwarded-User", "admin"),
  header("Content-Type", "text/plain"),
  detour("the method PUT", (request) => ({ ...request, method: "PUT" })),
  path("an encoded letter in the path", encodedLetter),
];

export function detoursWithoutToken(_mcp: Mcp, { isQuick }: Effort): readonly McpOffence[] {
  return isQuick ? FREQUENT_DETOURS : DETOURS;
}

/** The last letter of a path, as a gateway may compare it and a service decodes it. */
function encodedLetter(pathname: string): string {
  return pathname.replace(
    /[a-z](?=[^a-z]*$)/i,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
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
  const near = isLoopback(url)
    ? ["http://localhost.stranger.example", ...withoutDot(new URL(url).origin)]
    : [];
  const frequent = [
    "https://stranger.example",
    `${own}.stranger.example`,
    own.replace("://", "://stranger-"),
  ];
  const origins = isQuick ? frequent : [...frequent, ...withoutDot(own), ...near];
  return [...new Set(origins)].map((origin) => fromOrigin(origin));
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
