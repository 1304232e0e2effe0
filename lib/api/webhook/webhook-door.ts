import type { Merchant } from "../merchant/merchant.ts";
import { attemptResult } from "../refusals/attempt-result.ts";
import type { Door } from "../refusals/door.ts";
import { type Operation, webhookDraft } from "../request/draft.ts";
import { isGranted } from "./oracles/is-granted.ts";

/** Builds the door of a webhook operation. @param freshUrl for each register */
export function webhookDoor(merchant: Merchant, operation: Operation, freshUrl: () => string): Door {
  return {
    name: operation,
    merchant,
    request: async () => webhookDraft(operation, freshUrl(), "success"),
    resultOf: (answer) => attemptResult(answer, isGranted(answer)),
  };
}
