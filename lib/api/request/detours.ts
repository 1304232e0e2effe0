import { gzipSync } from "node:zlib";
import type { Budget } from "../../engine/requirement/effort.ts";
import {
  byAll,
  byChange,
  byContentType,
  byCookies,
  byHeader,
  byLength,
  byMethod,
  byPath,
  bySeveralHeaders,
  type Detour,
} from "./detour.ts";
import { KEY_GROUPS, queryString, SIGNATURE_GROUPS, TOKENS } from "./detour-groups.ts";
import { IN_CHUNKS } from "./draft.ts";
import { NAMING_BY_BODY, NAMING_BY_PATH, NAMING_BY_QUERY } from "./naming-detours.ts";

/** The detours past one guard, in tiers. */
export interface Detours {
  /** The most effective ones. */
  readonly first: readonly Detour[];
  readonly further: readonly Detour[];
  /** Seldom open. */
  readonly rare: readonly Detour[];
  /** Some of these, several at once where they can be: for quick depth. */
  readonly rareAtQuick: readonly Detour[];
}

export const TIERS = ["first", "further", "rare", "rareAtQuick"] as const;

/** How many factors are combined for the detours of each tier: none, each value once, each pair of values, or all. */
export const STRENGTHS_OF_TIERS: Readonly<Record<keyof Detours, Budget>> = {
  first: { quick: 2, standard: 2, deep: Infinity },
  further: { quick: 1, standard: 2, deep: Infinity },
  rare: { quick: 0, standard: 2, deep: Infinity },
  rareAtQuick: { quick: 1, standard: 0, deep: 0 },
};

const MORE_THAN_8_KIBIBYTES = 9000;
const MORE_THAN_64_KIBIBYTES = 66_000;
const METHOD_HEADERS = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"];
const LAST_SEGMENT = /(?<=\/)[^/]+$/;
const LAST_SLASH = /\/(?=[^/]*$)/;

const trailingSlash = byPath("a slash at the end of the path", (path) => `${path}/`);
const get = byMethod("GET");
const charset = byContentType("application/json; charset=utf-8", "a parameter of the content type");
/** A guard that looks at the path of the request, before a router that prefers the one in a header. */
const byPathInHeaders = byChange("the path in headers alone", ({ path }) => ({
  path: "/",
  headers: ["X-Original-URL", "X-Rewrite-URL"].map((name) => [name, path] as const),
}));

/** The body in chunks; a request without one gets one. */
const chunked = byChange("a body in chunks", ({ body = Buffer.from("{}") }) => ({
  body,
  contentType: "application/json",
  ...IN_CHUNKS,
}));

/** A compressed body, which a guard may not be able to read. Register itself may refuse it. */
const compressed = byChange(
  "a compressed body",
  ({ body = "{}" }) => ({
    body: gzipSync(body),
    contentType: "application/json",
    headers: [["Content-Encoding", "gzip"]],
  }),
  ["query", "disable"],
);

/** Past whatever guard: a guard and the operation behind it read the request differently. */
const READ_DIFFERENTLY: readonly Detour[] = [
  bySeveralHeaders("another path in headers", ["X-Original-URL", "X-Rewrite-URL", "X-Original-URI"], "/"),
  byPath("a double slash in the path", (path) => path.replace(LAST_SLASH, "//")),
  byPath("a parameter in the path", (path) => `${path};a=b`),
  byPath("the path in upper case", (path) => path.toUpperCase()),
  byPath("an escaped letter in the path", (path) => path.replace(/(?<=\/)[^/](?=[^/]*$)/, escapeOf)),
  byPath("a double slash at the beginning of the path", (path) => `/${path}`),
  byPath("dot segments in the path", (path) => path.replace("/v1/", "/v1/x/../")),
  ...["PUT", "PATCH", "DELETE"].map((method) => byMethod(method)),
];

const forms = byContentType("application/x-www-form-urlencoded");
const plainText = byContentType("text/plain");
const OTHER_CONTENT_TYPES = [
  byContentType("multipart/form-data; boundary=x"),
  forms,
  plainText,
  byContentType("application/xml"),
  byContentType("application/octet-stream"),
];
const thisHost = byHeader("Host", () => "localhost");
const otherMethodInHeaders = bySeveralHeaders("the method GET in headers", METHOD_HEADERS, "GET");
const veryLong = byLength("a body of more than 64 KiB", MORE_THAN_64_KIBIBYTES);
const LONG_BODIES = [byLength("a body of more than 8 KiB", MORE_THAN_8_KIBIBYTES), veryLong];
const otherVersion = byPath("another version in the path", (path) => path.replace("/v1/", "/v2/"));
const suffix = byPath("the suffix .json", (path) => `${path}.json`);
const head = byMethod("HEAD");
const options = byMethod("OPTIONS");

const RARE: readonly Detour[] = [
  byPath("a backslash in the path", (path) => path.replace(LAST_SLASH, "\\")),
  byPath("a parameter behind the version", (path) => path.replace("/v1/", "/v1;a=b/")),
  byPath("an escaped dot segment in the path", (path) => path.replace(LAST_SLASH, "/%2e/")),
  byPath("an escaped slash in the path", (path) => path.replace(LAST_SLASH, "%2F")),
  byPath("an escaped blank at the end of the path", (path) => `${path}%20`),
  byPath("an escaped zero byte at the end of the path", (path) => `${path}%00`),
  byPath("the last segment of the path in upper case", (path) =>
    path.replace(LAST_SEGMENT, (segment) => segment.toUpperCase()),
  ),
  suffix,
  otherVersion,
  byPath("a path without the prefix", (path) => path.replace("/abc/v1", "")),
  byPathInHeaders,
  thisHost,
  otherMethodInHeaders,
  bySeveralHeaders("the method OPTIONS in headers", METHOD_HEADERS, "OPTIONS"),
  byChange("an Accept header of HTML", () => ({ accept: "text/html" })),
  head,
  options,
  byMethod("PROPFIND"),
  ...OTHER_CONTENT_TYPES,
  chunked,
  compressed,
  ...LONG_BODIES,
];

/** No part of a group takes away what another one needs. */
const RARE_AT_QUICK = [
  byAll("a form for this host, with another method in headers", [forms, thisHost, otherMethodInHeaders]),
  byAll("plain text of more than 64 KiB in chunks", [veryLong, chunked, plainText]),
  compressed,
  otherVersion,
  options,
  suffix,
].map((group): Detour => ({ ...group, operations: ["query"] }));

/** Past a guard of keys. */
export const DETOURS_WITHOUT_A_KEY: Detours = {
  first: [...KEY_GROUPS, trailingSlash, get, byCookies],
  further: [
    ...TOKENS,
    ...NAMING_BY_QUERY.slice(0, 1),
    ...NAMING_BY_BODY.slice(0, 1),
    ...NAMING_BY_PATH,
    ...READ_DIFFERENTLY,
    charset,
  ],
  rare: RARE,
  rareAtQuick: [...RARE_AT_QUICK, head],
};

/** Past a guard of signatures, which knows the merchant by its key. */
export const DETOURS_WITHOUT_A_SIGNATURE: Detours = {
  first: [...SIGNATURE_GROUPS, get, trailingSlash, charset, byCookies],
  further: [queryString, ...READ_DIFFERENTLY],
  rare: [...OTHER_CONTENT_TYPES, chunked, compressed, ...LONG_BODIES],
  rareAtQuick: RARE_AT_QUICK.slice(1, 3),
};

/** A character of ASCII as an escape, though it needs none. */
export function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
