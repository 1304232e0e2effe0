import type { Answer } from "../../exchange/answer.ts";
import type { Merchant } from "../../merchant/merchant.ts";

/** The answer to a register of the callback URL that another merchant has: the document does not say that two may have one. */
export async function registerSharedUrl(
  one: Pick<Merchant, "accepts">,
  other: Pick<Merchant, "enabled" | "tries">,
  url: string,
): Promise<Answer> {
  await other.enabled();
  await one.accepts(url);
  return other.tries(url);
}
