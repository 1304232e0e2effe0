import { byCookies, byHeader, byHeaders, byMembers, byPath, byQuery, type Detour } from "./detour.ts";
import type { Identity } from "./identity.ts";
import { percentEncoded } from "../../text/percent-encoded.ts";

const PARAMETERS = ["merchantId", "merchant_id", "merchant", "mid"];
const HEADERS = [
  "X-Merchant-Id",
  "X-User-Id",
  "X-Remote-User",
  "X-Forwarded-User",
  "X-Tenant-Id",
  "X-On-Behalf-Of",
];
/** Names that are tried beside the others alone. */
const FURTHER_PARAMETERS = ["userId", "user_id", "tenantId", "accountId", "owner", "user", "account"];
const FURTHER_HEADERS = [
  "Merchant-Id",
  "X-MerchantId",
  "X-Account-Id",
  "X-Consumer-Id",
  "X-Authenticated-User",
  "X-Merchant",
  "X-Mid",
  "X-User",
  "X-Username",
  "X-Client-Id",
  "X-Customer-Id",
  "X-Consumer-Username",
  "X-Consumer-Custom-Id",
  "X-Credential-Identifier",
  "X-Auth-User",
  "X-Auth-Request-User",
  "X-Authenticated-Userid",
  "X-WEBAUTH-USER",
  "X-Forwarded-Preferred-Username",
  "X-Goog-Authenticated-User-Id",
  "Remote-User",
];

const escapedId = ({ merchantId }: Identity): string => percentEncoded(merchantId);

/** Requests that name a merchant in the query string: all names at once, then one at a time. */
export const NAMING_BY_QUERY: readonly Detour[] = [
  byQuery("a query string that names a merchant", ({ merchantId }) =>
    Object.fromEntries([...PARAMETERS, ...FURTHER_PARAMETERS].map((name) => [name, merchantId])),
  ),
  ...PARAMETERS.map((name) =>
    byQuery(`the parameter ${name} in the query string`, ({ merchantId }) => ({ [name]: merchantId })),
  ),
  byQuery("the parameter id in the query string", ({ id }) => ({ id })),
];

/** The same in a header. */
export const NAMING_BY_HEADER: readonly [Detour, ...Detour[]] = [
  byHeaders("headers that name a merchant", (merchant) =>
    [...HEADERS, ...FURTHER_HEADERS].map((name) => [name, escapedId(merchant)] as const),
  ),
  ...HEADERS.map((name) => byHeader(name, escapedId)),
];

/** The same in the path. */
export const NAMING_BY_PATH: readonly Detour[] = [
  byPath("the merchantId behind the path", (path, merchant) => `${path}/${escapedId(merchant)}`),
  byPath(
    "the merchantId in a parameter of the path",
    (path, merchant) => `${path};merchantId=${escapedId(merchant)}`,
  ),
];

/** The same in a cookie. */
export const NAMING_BY_COOKIE: readonly [Detour, Detour] = [
  byCookies,
  byHeaders("cookies that name a merchant", (merchant) => [
    ["Cookie", PARAMETERS.map((name) => `${name}=${escapedId(merchant)}`).join("; ")],
  ]),
];

/** The body of a form. A framework may read its fields like parameters of the query string. */
const namingForm: Detour = {
  name: "a form that names a merchant",
  operations: ["query", "disable"],
  take: (draft, { merchantId }) => ({
    ...draft,
    body: Buffer.from(
      new URLSearchParams(
        [...PARAMETERS, ...FURTHER_PARAMETERS].map((name): [string, string] => [name, merchantId]),
      ).toString(),
    ),
    contentType: "application/x-www-form-urlencoded",
  }),
};

/** The same in a body. */
export const NAMING_BY_BODY: readonly Detour[] = [
  byMembers("members of the body that name a merchant", ({ merchantId }) =>
    Object.fromEntries([...PARAMETERS, ...FURTHER_PARAMETERS].map((name) => [name, merchantId])),
  ),
  ...PARAMETERS.map((name) =>
    byMembers(`the member ${name} in the body`, ({ merchantId }) => ({ [name]: merchantId })),
  ),
  byMembers("the member id in the body", ({ id }) => ({ id: BigInt(id) })),
  byMembers("the member merchant.id in the body", ({ merchantId }) => ({ merchant: { id: merchantId } })),
  byMembers("the member data.merchantId in the body", ({ merchantId }) => ({ data: { merchantId } })),
  namingForm,
];
