import { InapplicableError, InconclusiveError, Violation } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Draft } from "../../request/draft.ts";
import { isGranted } from "./is-granted.ts";

/** No request can follow; the first violation stands. */
const ENDING = [InapplicableError, InconclusiveError, Violation];

/**
 * After a violation: sends further requests with the same fault, and returns the numbers of the granted ones.
 * Ends at a request without a clear answer.
 * @param prepare brings the merchant into the state in which each of them is sent
 */
export async function grantedOf(
  merchant: Merchant,
  drafts: readonly Draft[],
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<readonly number[]> {
  const granted: number[] = [];
  try {
    for (const draft of drafts) {
      await prepare();
      const answer = await merchant.send(draft);
      if (isGranted(answer)) granted.push(answer.exchange);
    }
  } catch (error) {
    if (!ENDING.some((kind) => error instanceof kind)) throw error;
  }
  return granted;
}
