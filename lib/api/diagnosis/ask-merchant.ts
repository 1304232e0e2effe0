import type { Answer } from "../exchange/answer.ts";
import type { Draft } from "../request/draft.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { InconclusiveError, Violation } from "../../engine/record/verdict.ts";

/** The answer to a request; undefined: no answer. */
export async function askMerchant(merchant: Merchant, draft: Draft): Promise<Answer | undefined> {
  try {
    return await merchant.send(draft);
  } catch (error) {
    if (error instanceof InconclusiveError || error instanceof Violation) return undefined;
    throw error;
  }
}
