import type { Answer } from "../client/answer.ts";
import type { Draft } from "../client/draft.ts";
import type { Merchant } from "../client/merchant.ts";
import { InconclusiveError, Violation } from "../verdict.ts";

/** The answer to a request; undefined when there is none. */
export async function asked(merchant: Merchant, draft: Draft): Promise<Answer | undefined> {
  try {
    return await merchant.send(draft);
  } catch (error) {
    if (error instanceof InconclusiveError || error instanceof Violation) return undefined;
    throw error;
  }
}
