import type { Merchant } from "../merchant/merchant.ts";
import { attemptResult } from "../refusals/attempt.ts";
import type { Door } from "../refusals/door.ts";
import { inManner } from "../request/manner.ts";
import { type Operation, webhookDraft } from "../request/draft.ts";
import { isGranted } from "./oracles/assert-answered.ts";

/** Builds the door of a webhook operation. @param freshUrl for each register @param turn decides how it is asked for */
export function webhookDoor(
  merchant: Merchant,
  operation: Operation,
  freshUrl: () => string,
  turn = 0,
): Door {
  return {
    name: operation,
    merchant,
    request: async () => inManner(webhookDraft(operation, freshUrl(), "success"), turn),
    resultOf: (answer) => attemptResult(answer, isGranted(answer)),
  };
}
