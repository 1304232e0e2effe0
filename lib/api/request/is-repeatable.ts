import type { Draft } from "./draft.ts";

/** Whether a request may be sent again: credentials of its own, or an effect for good, make a second one another request. */
export function isRepeatable({ once, lasting, tamper, expects }: Draft): boolean {
  return lasting !== true && once !== true && (tamper === undefined || expects !== "success");
}
