import { type Draft, type Operation } from "../../draft.ts";

/** A way past a guard that looks at less, or at more, than the operation behind it. */
export interface Detour {
  readonly name: string;
  /** The operations that can be asked for in this way, the most telling one first. */
  readonly operations: readonly Operation[];
  /** One request says what there is to say: of the first operation, with the offence whose turn it is. */
  readonly isBrief?: true;
  /** @param merchantId names the merchant to whom a door would open */
  readonly take: (draft: Draft, merchantId: string) => Draft;
}

const QUERY_AND_REGISTER: readonly Operation[] = ["query", "register"];
const REGISTER: readonly Operation[] = ["register"];
const QUERY: readonly Operation[] = ["query"];
const LOCAL = "127.0.0.1";
const MORE_THAN_A_KIBIBYTE = 1500;
const MORE_THAN_8_KIBIBYTES = 9000;

const byMerchantId = ["X-Merchant-Id", "X-User-Id", "X-Tenant-Id", "X-Authenticated-User"].map((name) =>
  byHeader(name, (merchantId) => encodeURIComponent(merchantId)),
);
const byAddress = ["X-Forwarded-For", "X-Real-IP", "X-Client-IP", "X-Forwarded-Host"].map((name) =>
  byHeader(name, () => LOCAL),
);
const byPathInAHeader = ["X-Original-URL", "X-Rewrite-URL"].map((name) => byHeader(name, () => "/"));
const byNoToken = byHeader("Authorization", () => "Bearer null");
const trailingSlash = byPath("a slash at the end of the path", (path) => `${path}/`);
const doubleSlash = byPath("a double slash in the path", (path) => path.replace(/\/(?=[^/]*$)/, "//"));
const pathParameter = byPath("a parameter in the path", (path) => `${path};a=b`);
const upperCase = byPath("the path in upper case", (path) => path.toUpperCase());
const queryString: Detour = {
  name: "a query string",
  operations: QUERY_AND_REGISTER,
  take: (draft) => ({ ...draft, query: "x=1" }),
};
const charset: Detour = {
  ...byContentType("application/json; charset=utf-8"),
  name: "a parameter of the content type",
};
const get = byMethod("GET", QUERY);
const put = byMethod("PUT", QUERY_AND_REGISTER);
const longBody = byLength("a body of more than 1 KiB", MORE_THAN_A_KIBIBYTE);
const escapedLetter = brief(
  byPath("an escaped letter in the path", (path) =>
    path.replace(/(?<=\/)[^/](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ),
);

/** Less often open. */
const RARE_WITHOUT_A_KEY: readonly Detour[] = [
  escapedLetter,
  ...[
    byPath("a backslash in the path", (path) => path.replace(/\/(?=[^/]*$)/, "\\")),
    byPath("dot segments in the path", (path) => path.replace("/v1/", "/v1/x/../")),
    byPath("the suffix .json", (path) => `${path}.json`),
    byPath("another version in the path", (path) => path.replace("/v1/", "/v2/")),
    byPath("a path without the prefix", (path) => path.replace("/abc/v1", "")),
    byHeader("Forwarded", () => `for=${LOCAL}`),
    byHeader("Cookie", () => "session=1"),
    byHeader("Origin", () => "http://localhost"),
    byHeader("X-HTTP-Method-Override", () => "GET"),
    byHeader("Connection", () => "close"),
    byMethod("OPTIONS", QUERY),
    byContentType("multipart/form-data; boundary=x"),
    byContentType("application/x-www-form-urlencoded"),
    byLength("a body of more than 8 KiB", MORE_THAN_8_KIBIBYTES),
  ].map(brief),
];

/** Past a guard of keys: the most telling ones first. */
export const DETOURS_WITHOUT_A_KEY: readonly Detour[] = [
  ...byMerchantId.slice(0, 1),
  ...byAddress.slice(0, 1),
  trailingSlash,
  queryString,
  get,
  ...byMerchantId.slice(1),
  ...byAddress.slice(1),
  ...byPathInAHeader,
  byNoToken,
  doubleSlash,
  pathParameter,
  upperCase,
  put,
  charset,
  longBody,
  ...RARE_WITHOUT_A_KEY,
];

/** Past a guard of signatures: the most telling ones first. */
export const DETOURS_WITHOUT_A_SIGNATURE: readonly Detour[] = [
  get,
  trailingSlash,
  queryString,
  charset,
  longBody,
  doubleSlash,
  pathParameter,
  upperCase,
  put,
  ...byMerchantId.slice(0, 1),
  ...byAddress.slice(0, 2),
  ...byPathInAHeader,
  escapedLetter,
];

function brief(detour: Detour): Detour {
  return { ...detour, isBrief: true };
}

function byHeader(name: string, value: (merchantId: string) => string): Detour {
  return {
    name: `the header ${name}`,
    operations: QUERY_AND_REGISTER,
    take: (draft, merchantId) => ({ ...draft, headers: [[name, value(merchantId)]] }),
  };
}

function byPath(name: string, change: (path: string) => string): Detour {
  return {
    name,
    operations: QUERY_AND_REGISTER,
    take: (draft) => ({ ...draft, path: change(draft.path) }),
  };
}

function byMethod(method: string, operations: readonly Operation[]): Detour {
  return {
    name: `the method ${method}`,
    operations,
    take: (draft) => ({ ...draft, method }),
  };
}

function byContentType(contentType: string): Detour {
  return {
    name: `the content type ${contentType}`,
    operations: REGISTER,
    take: (draft) => ({ ...draft, contentType }),
  };
}

/** @param chars what stands in the body beside the callback URL */
function byLength(name: string, chars: number): Detour {
  return {
    name,
    operations: REGISTER,
    take: (draft) => ({
      ...draft,
      body: Buffer.from(JSON.stringify({ callbackUrl: draft.url, note: "x".repeat(chars) })),
    }),
  };
}
