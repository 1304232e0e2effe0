import { type Draft, type Operation } from "../../draft.ts";

/** A way past a guard that looks at less, or at more, than the operation behind it. */
export interface Detour {
  readonly name: string;
  /** The operations that can be asked for in this way, the most telling one first. */
  readonly operations: readonly Operation[];
  /** @param merchantId names the merchant to whom a door would open */
  readonly take: (draft: Draft, merchantId: string) => Draft;
}

const QUERY_AND_REGISTER: readonly Operation[] = ["query", "register"];
const REGISTER: readonly Operation[] = ["register"];
const QUERY: readonly Operation[] = ["query"];
const LOCAL = "127.0.0.1";
const MORE_THAN_A_KIBIBYTE = 1500;

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
  name: "a parameter of the content type",
  operations: REGISTER,
  take: (draft) => ({ ...draft, contentType: "application/json; charset=utf-8" }),
};
const get = byMethod("GET", QUERY);
const put = byMethod("PUT", QUERY_AND_REGISTER);
const longBody: Detour = {
  name: "a body of more than 1 KiB",
  operations: REGISTER,
  take: (draft) => ({
    ...draft,
    body: Buffer.from(JSON.stringify({ callbackUrl: draft.url, note: "x".repeat(MORE_THAN_A_KIBIBYTE) })),
  }),
};

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
];

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
