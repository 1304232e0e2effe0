import {
  byAll,
  byChange,
  byHeader,
  byHeaders,
  byLength,
  byMembers,
  byQuery,
  bySeveralHeaders,
  type Detour,
} from "./detour.ts";
import type { Identity } from "./identity.ts";
import { OF_A_BROWSER } from "./manner.ts";
import { NAMING_BY_BODY, NAMING_BY_COOKIE, NAMING_BY_HEADER, NAMING_BY_QUERY } from "./naming-detours.ts";
import { percentEncoded } from "../../text/percent-encoded.ts";

const LOCAL = "127.0.0.1";
const PRIVATE = "10.0.0.5";
const MORE_THAN_A_KIBIBYTE = 1500;
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
const ALGORITHM_HEADERS = ["X-Signature-Algorithm", "X-Signature-Method", "X-Signature-Type", "X-Sign-Type"];
const FLAGS = ["debug", "test", "admin", "internal", "skipAuth", "noauth"];
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const TRACE_HEADERS = ["X-Request-Id", "X-Correlation-Id", "X-B3-TraceId", "X-Amzn-Trace-Id"];
const KEY_PARAMETERS = ["apiKey", "api_key", "api-key", "key", "token", "access_token"];

const ownAddress = bySeveralHeaders("headers with an address of the machine itself", ADDRESS_HEADERS, LOCAL);
export const queryString = byQuery("a query string", () => ({ x: "1" }));
const longBody = byLength("a body of more than 1 KiB", MORE_THAN_A_KIBIBYTE);

const privateAddress = byHeader("X-Forwarded-For", () => PRIVATE);
const internal = bySeveralHeaders("headers that call the request an internal one", INTERNAL_HEADERS, "true");
const testFlags = byQuery("a query string that calls the request a test", () =>
  Object.fromEntries(FLAGS.map((name) => [name, "true"])),
);
const samePage = byHeaders("headers of a page of the same site", () => [
  ["Sec-Fetch-Site", "same-origin"],
  ["X-Requested-With", "XMLHttpRequest"],
]);
const CALLED_FROM_A_PAGE = [
  byHeader("Origin", () => "http://localhost"),
  byHeader("Referer", () => "http://localhost/"),
];
const healthCheck = byChange("the User-Agent of a health check", () => ({ userAgent: "kube-probe/1.31" }));
const certificate = byHeaders("headers that report a verified client certificate", ({ merchantId }) => [
  ["X-SSL-Client-Verify", "SUCCESS"],
  ["X-SSL-Client-S-DN", `CN=${percentEncoded(merchantId)}`],
  ["X-Forwarded-Client-Cert", `Subject="CN=${percentEncoded(merchantId)}"`],
]);
const traced = byHeaders("headers of a trace", () => [
  ["traceparent", `00-${TRACE}-b7ad6b7169203331-01`],
  ...TRACE_HEADERS.map((name) => [name, TRACE] as const),
]);
/** A cache may answer such a request before any guard. */
const repeated = byHeaders("headers of a repeated request", () => [
  ["Idempotency-Key", TRACE],
  ["If-None-Match", "*"],
]);
const languages = byHeaders("the languages and encodings of a browser", () => [
  ["Accept-Language", "zh-CN,zh;q=0.9"],
  ["Accept-Encoding", "gzip, deflate, br"],
]);
const browser = byChange("the headers of a browser", (draft, merchant) => ({
  ...languages.take(draft, merchant),
  ...OF_A_BROWSER,
}));
const withoutAccept = byChange("no Accept header", () => ({ accept: "" }));
const keysNamed = ({ merchantId }: Identity) =>
  Object.fromEntries(KEY_PARAMETERS.map((name) => [name, merchantId]));

/** The detours of a group have their effect together. A request has one address and one cookie, and each group has other ones. */
export const KEY_GROUPS: readonly Detour[] = [
  byAll("headers that a gateway sets", [
    ownAddress,
    byHeader("Forwarded", () => `for=${LOCAL}`),
    ...NAMING_BY_HEADER.slice(0, 1),
    internal,
    samePage,
    browser,
  ]),
  byAll("a private address, a session, a certificate and more", [
    privateAddress,
    byHeader("Cookie", () => "session=1"),
    certificate,
    healthCheck,
    repeated,
    ...NAMING_BY_QUERY.slice(0, 1),
    testFlags,
    byHeader("Connection", () => "close"),
  ]),
  byAll("an IPv6 address, cookies that name a merchant and more", [
    byHeader("X-Forwarded-For", () => "::1"),
    ...NAMING_BY_COOKIE.slice(1),
    ...CALLED_FROM_A_PAGE,
    withoutAccept,
    ...NAMING_BY_BODY.slice(0, 1),
    longBody,
    byQuery("a query string that names a key", keysNamed),
    byMembers("members of the body that name a key", keysNamed),
    traced,
  ]),
];

/** A guard may reject a request because of its token, so a token comes without other detours. */
export const TOKENS: readonly Detour[] = [
  byHeader("Authorization", () => "Bearer null"),
  byAuthorization("an unsigned bearer token", ({ merchantId }) => `Bearer ${unsignedToken(merchantId)}`),
  byAuthorization(
    "the merchantId and a password",
    ({ merchantId }) => `Basic ${base64(`${merchantId}:password`)}`,
  ),
];

const namesNoAlgorithm = bySeveralHeaders("headers that name no algorithm", ALGORITHM_HEADERS, "none");
/** The same past a guard of signatures. */
export const SIGNATURE_GROUPS: readonly Detour[] = [
  byAll("headers that a gateway sets, and a query string", [
    namesNoAlgorithm,
    ownAddress,
    ...NAMING_BY_HEADER.slice(0, 1),
    queryString,
    internal,
    samePage,
    browser,
  ]),
  byAll("a private address, a long body, no Accept header and more", [
    privateAddress,
    longBody,
    withoutAccept,
    ...CALLED_FROM_A_PAGE,
    byHeader("Cookie", () => "session=1"),
    certificate,
    healthCheck,
    repeated,
    traced,
  ]),
];

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
