import type { Draft } from "../../draft.ts";
import type { JsonObject } from "../../finding.ts";
import { writeJson } from "../../json.ts";

/** What identifies a merchant to others: its merchantId and the id of its configuration. */
export interface Identity {
  readonly merchantId: string;
  readonly id: string;
}

/** A way to name another merchant in a request that authenticates as oneself. */
export type Reach = (draft: Draft, other: Identity) => Draft;

const MEMBERS = ["merchantId", "merchant_id", "merchant", "mid"];
const HEADERS = [
  "X-Merchant-Id",
  "Merchant-Id",
  "X-MerchantId",
  "X-Tenant-Id",
  "X-User-Id",
  "X-On-Behalf-Of",
  "X-Account-Id",
  "X-Consumer-Id",
];
const JSON_TYPE = "application/json";

export const REACHES_BY_QUERY: readonly Reach[] = [
  ...MEMBERS.map((name): Reach => (draft, { merchantId }) => ({
    ...draft,
    query: `${name}=${encodeURIComponent(merchantId)}`,
  })),
  (draft, { id }) => ({ ...draft, query: `id=${encodeURIComponent(id)}` }),
];

export const REACHES_BY_HEADER: readonly Reach[] = HEADERS.map((name): Reach => (draft, { merchantId }) => ({
  ...draft,
  headers: [[name, encodeURIComponent(merchantId)]],
}));

export const REACHES_BY_BODY: readonly Reach[] = [
  ...MEMBERS.map(
    (name): Reach =>
      (draft, { merchantId }) =>
        withMembers(draft, { [name]: merchantId }),
  ),
  (draft, { id }) => withMembers(draft, { id: BigInt(id) }),
  (draft, { merchantId }) => withMembers(draft, { merchant: { id: merchantId } }),
  (draft, { merchantId }) => withMembers(draft, { data: { merchantId } }),
];

/** The same body with more members; a request without body gets one. */
function withMembers(draft: Draft, members: JsonObject): Draft {
  const own: JsonObject = draft.url === undefined ? {} : { callbackUrl: draft.url };
  return { ...draft, body: Buffer.from(writeJson({ ...members, ...own })), contentType: JSON_TYPE };
}
