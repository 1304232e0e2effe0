import { succeeded } from "../../exchange/answer.ts";
import type { Draft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { InapplicableError } from "../../../engine/record/verdict.ts";
import { sameUrl } from "./same-url.ts";

/**
 * Whichever of the URLs the target accepts, query returns, or an equivalent one. Whether it accepts them is open.
 * @throws {Violation} when query returns another one
 */
export async function returnedAsGiven(merchant: Merchant, registers: readonly Draft[]): Promise<void> {
  let accepted = 0;
  for (const draft of registers) {
    if (draft.url === undefined || !succeeded(await merchant.send(draft))) continue;
    accepted += 1;
    sameUrl(await merchant.configuration(), draft.url);
  }
  if (accepted === 0)
    throw new InapplicableError("The target accepts none of these URLs, which is its choice.");
}
