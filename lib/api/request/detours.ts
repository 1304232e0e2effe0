import {
  byContentType,
  byCookies,
  byHeader,
  byHeaders,
  byLength,
  byMethod,
  byPath,
  byQuery,
  type Detour,
} from "./detour.ts";
import { OPERATIONS } from "./draft.ts";
import type { Identity } from "./identity.ts";
import {
  NAMING_BY_BODY,
  NAMING_BY_COOKIE,
  NAMING_BY_HEADER,
  NAMING_BY_PATH,
  NAMING_BY_QUERY,
} from "./naming-detours.ts";

/** The detours past one guard. */
export interface Detours {
  /** The most effective detours, the only ones that quick depth tries. */
  readonly first: readonly Detour[];
  readonly further: readonly Detour[];
}

const LOCAL = "127.0.0.1";
const PRIVATE = "10.0.0.5";
const MORE_THAN_A_KIBIBYTE = 1500;
const MORE_THAN_8_KIBIBYTES = 9000;
const ADDRESS_HEADERS = [
  "X-Forwarded-For",
  "X-Real-IP",
  "X-Client-IP",
  "X-Forwarded-Host",
  "True-Client-IP",
  "CF-Connecting-IP",
  "X-Cluster-Client-IP",
  "X-Originating-IP",
  "X-Remote-IP",
  "X-Remote-Addr",
  "X-Forwarded",
  "Client-IP",
];
const INTERNAL_HEADERS = [
  "X-Internal",
  "X-Internal-Request",
  "X-Internal-Call",
  "X-Admin",
  "X-Debug",
  "X-Test",
];
const METHOD_HEADERS = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"];
const ALGORITHM_HEADERS = ["X-Signature-Algorithm", "X-Signature-Method", "X-Signature-Type", "X-Sign-Type"];
const FLAGS = ["debug", "test", "admin", "internal", "skipAuth", "noauth"];
const KEY_PARAMETERS = ["apiKey", "api_key", "api-key", "key", "token", "access_token"];
const LAST_SEGMENT = /(?<=\/)[^/]+$/;
const LAST_SLASH = /\/(?=[^/]*$)/;

const ownAddress = bySeveralHeaders("headers with an address of the machine itself", ADDRESS_HEADERS, LOCAL);
const trailingSlash = byPath("a slash at the end of the path", (path) => `${path}/`);
const queryString = byQuery("a query string", () => ({ x: "1" }));
const get = byMethod("GET");
const charset = byContentType("application/json; charset=utf-8", "a parameter of the content type");
const longBody = byLength("a body of more than 1 KiB", MORE_THAN_A_KIBIBYTE);

/** A guard that looks at the path of the request, before a router that prefers the one in a header. */
const byPathInHeaders: Detour = {
  name: "the path in headers alone",
  operations: OPERATIONS,
  take: (draft) => ({
    ...draft,
    path: "/",
    headers: ["X-Original-URL", "X-Rewrite-URL"].map((name) => [name, draft.path] as const),
  }),
};

/** The body in chunks; a request without one gets one. */
const chunked: Detour = {
  name: "a body in chunks",
  operations: OPERATIONS,
  take: (draft) => ({
    ...draft,
    body: draft.body ?? Buffer.from("{}"),
    contentType: "application/json",
    headers: [["Transfer-Encoding", "chunked"]],
  }),
};

/** Past whatever guard: a guard and the operation behind it read the request differently. */
const READ_DIFFERENTLY: readonly Detour[] = [
  byHeader("X-Forwarded-For", () => LOCAL),
  byHeader("X-Forwarded-For", () => PRIVATE),
  bySeveralHeaders("another path in headers", ["X-Original-URL", "X-Rewrite-URL", "X-Original-URI"], "/"),
  byPath("a double slash in the path", (path) => path.replace(LAST_SLASH, "//")),
  byPath("a parameter in the path", (path) => `${path};a=b`),
  byPath("the path in upper case", (path) => path.toUpperCase()),
  byPath("an escaped letter in the path", (path) => path.replace(/(?<=\/)[^/](?=[^/]*$)/, escaped)),
  ...["PUT", "PATCH", "DELETE"].map((method) => byMethod(method)),
];

/** Less often open. */
const RARE: readonly Detour[] = [
  byPath("a backslash in the path", (path) => path.replace(LAST_SLASH, "\\")),
  byPath("dot segments in the path", (path) => path.replace("/v1/", "/v1/x/../")),
  byPath("an escaped dot segment in the path", (path) => path.replace(LAST_SLASH, "/%2e/")),
  byPath("an escaped slash in the path", (path) => path.replace(LAST_SLASH, "%2F")),
  byPath("an escaped blank at the end of the path", (path) => `${path}%20`),
  byPath("the last segment of the path in upper case", (path) =>
    path.replace(LAST_SEGMENT, (segment) => segment.toUpperCase()),
  ),
  byPath("a double slash at the beginning of the path", (path) => `/${path}`),
  byPath("the suffix .json", (path) => `${path}.json`),
  byPath("another version in the path", (path) => path.replace("/v1/", "/v2/")),
  byPath("a path without the prefix", (path) => path.replace("/abc/v1", "")),
  byPathInHeaders,
  byHeader("X-Forwarded-For", () => "::1"),
  byHeader("Forwarded", () => `for=${LOCAL}`),
  byHeader("Host", () => "localhost"),
  byHeader("Cookie", () => "session=1"),
  byHeader("Origin", () => "http://localhost"),
  bySeveralHeaders("the method GET in headers", METHOD_HEADERS, "GET"),
  bySeveralHeaders("the method OPTIONS in headers", METHOD_HEADERS, "OPTIONS"),
  byHeader("Connection", () => "close"),
  bySeveralHeaders("headers that call the request an internal one", INTERNAL_HEADERS, "true"),
  byQuery("a query string that calls the request a test", () =>
    Object.fromEntries(FLAGS.map((name) => [name, "true"])),
  ),
  byHeaders("headers of a page of the same site", () => [
    ["Sec-Fetch-Site", "same-origin"],
    ["X-Requested-With", "XMLHttpRequest"],
  ]),
  {
    ...byHeaders("the User-Agent of a health check", () => []),
    take: (draft) => ({ ...draft, userAgent: "kube-probe/1.31" }),
  },
  {
    ...byHeaders("an Accept header of HTML", () => []),
    take: (draft) => ({ ...draft, accept: "text/html" }),
  },
  byHeaders("headers that report a verified client certificate", ({ merchantId }) => [
    ["X-SSL-Client-Verify", "SUCCESS"],
    ["X-SSL-Client-S-DN", `CN=${encodeURIComponent(merchantId)}`],
    ["X-Forwarded-Client-Cert", `Subject="CN=${encodeURIComponent(merchantId)}"`],
  ]),
  ...["HEAD", "OPTIONS", "PROPFIND"].map((method) => byMethod(method)),
  byContentType("multipart/form-data; boundary=x"),
  byContentType("application/x-www-form-urlencoded"),
  byContentType("text/plain"),
  chunked,
  byLength("a body of more than 8 KiB", MORE_THAN_8_KIBIBYTES),
];

/** Credentials of another kind than the API key: none of them is valid. */
const OTHER_CREDENTIALS: readonly Detour[] = [
  byHeader("Authorization", () => "Bearer null"),
  byAuthorization(
    "a bearer token that is the merchantId",
    ({ merchantId }) => `Bearer ${encodeURIComponent(merchantId)}`,
  ),
  byAuthorization("an unsigned bearer token", ({ merchantId }) => `Bearer ${unsignedToken(merchantId)}`),
  byAuthorization(
    "the merchantId and a password",
    ({ merchantId }) => `Basic ${base64(`${merchantId}:password`)}`,
  ),
  byQuery("a query string that names a key", ({ merchantId }) =>
    Object.fromEntries(KEY_PARAMETERS.map((name) => [name, merchantId])),
  ),
];

/** Past a guard of keys. */
export const DETOURS_WITHOUT_A_KEY: Detours = {
  first: [
    ...NAMING_BY_HEADER.slice(0, 1),
    ownAddress,
    trailingSlash,
    ...NAMING_BY_QUERY.slice(0, 1),
    ...NAMING_BY_BODY.slice(0, 1),
    get,
    byCookies,
  ],
  further: [
    ...NAMING_BY_HEADER.slice(1, 3),
    ...NAMING_BY_QUERY.slice(1, 2),
    ...NAMING_BY_BODY.slice(1, 2),
    ...NAMING_BY_COOKIE.slice(1),
    ...NAMING_BY_PATH,
    ...READ_DIFFERENTLY,
    queryString,
    charset,
    longBody,
    ...OTHER_CREDENTIALS,
    ...RARE,
  ],
};

/** Past a guard of signatures, which knows the merchant by its key. */
export const DETOURS_WITHOUT_A_SIGNATURE: Detours = {
  first: [get, trailingSlash, queryString, charset, longBody, byCookies],
  further: [
    bySeveralHeaders("headers that name no algorithm", ALGORITHM_HEADERS, "none"),
    ownAddress,
    ...NAMING_BY_HEADER.slice(0, 1),
    ...READ_DIFFERENTLY,
  ],
};

function bySeveralHeaders(name: string, headers: readonly string[], value: string): Detour {
  return byHeaders(name, () => headers.map((header) => [header, value] as const));
}

function byAuthorization(name: string, value: (merchant: Identity) => string): Detour {
  return byHeaders(name, (merchant) => [["Authorization", value(merchant)]]);
}

/** A token of the algorithm `none`, which proves nothing. */
function unsignedToken(merchantId: string): string {
  const parts = [
    { alg: "none", typ: "JWT" },
    { sub: merchantId, merchantId },
  ];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function escaped(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}
