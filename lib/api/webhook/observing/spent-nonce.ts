import { type Draft, queryDraft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";

/** Sends a request, a query unless another is given, and returns the nonce that it carried. */
export async function spentNonce(merchant: Merchant, draft: Draft = queryDraft("open")): Promise<string> {
  let nonce = "";
  await merchant.send({
    ...draft,
    async tamper(valid, resign) {
      const credentials = draft.tamper === undefined ? valid : await draft.tamper(valid, resign);
      nonce = credentials.nonce ?? "";
      return credentials;
    },
  });
  return nonce;
}
