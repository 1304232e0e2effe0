import { InconclusiveError } from "../../../engine/verdict.ts";
import { MAX_CALLBACK_URL_CHARS } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Hook } from "../hook.ts";

const TOO_LONG = { chars: MAX_CALLBACK_URL_CHARS + 50 };

/**
 * Registers a callback URL of the receiver that is too long, and expects a rejection.
 * @throws {InconclusiveError} when it is accepted
 */
export async function rejectedRegister(deliveries: Deliveries, merchant: Merchant): Promise<Hook> {
  const { hook, refusal } = await deliveries.offer(merchant, TOO_LONG);
  if (refusal !== undefined) return hook;
  throw new InconclusiveError("A register that had to be rejected was accepted: its URL is too long.");
}
