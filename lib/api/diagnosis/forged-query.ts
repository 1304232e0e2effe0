import type { Answer } from "../exchange/answer.ts";
import { queryDraft } from "../request/draft.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { askMerchant } from "./ask-merchant.ts";

const UNKNOWN_KEY = "no-merchant-was-ever-issued-this-key";
const LANE = "stranger";

/** Sends a query with a key that was never issued; undefined: no answer. */
export async function queryWithUnknownKey(merchant: Merchant): Promise<Answer | undefined> {
  return askMerchant(merchant, {
    ...queryDraft("open"),
    lane: LANE,
    tamper: (valid) => ({ ...valid, apiKey: UNKNOWN_KEY }),
  });
}

/** A query with a signature of the right form that is wrong; undefined when there is no answer. */
export async function queryWithWrongSignature(merchant: Merchant): Promise<Answer | undefined> {
  return askMerchant(merchant, {
    ...queryDraft("open"),
    lane: LANE,
    tamper: (valid) => ({ ...valid, signature: rotated(valid.signature ?? "") }),
  });
}

/** Another text of the same characters, but where all are the same. */
function rotated(signature: string): string {
  const [beginning = ""] = /^(.)\1*/s.exec(signature) ?? [];
  return signature.slice(beginning.length) + beginning;
}
