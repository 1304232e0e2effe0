import { USED_NONCE } from "../../exchange/credential-deviation.ts";
import { credentialsOf } from "../../merchant/credentials-of.ts";
import { type Draft, queryDraft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { assertRefused } from "./assert-refused.ts";
import { requireVisible } from "./returned-field.ts";

/**
 * A request is refused for its nonce alone; it is never repeated, which would be another probe.
 * @param since what came between the two uses of the nonce, if it may matter
 * @throws {Violation} when it is accepted
 */
export async function rejectsNonce(
  merchant: Merchant,
  draft: Draft,
  credentials: Draft["tamper"],
  what: string,
  since?: string,
): Promise<void> {
  if (credentials === undefined) return;
  const answer = await merchant.send({ ...draft, tamper: credentials, once: true });
  const by = draft.label === "query" ? [] : [`by ${draft.label}`];
  const more = since === undefined ? {} : { deviations: [{ what: USED_NONCE, when: [...by, since] }] };
  assertRefused(answer, what, more);
}

/**
 * Sends a query again, byte for byte. The target must reject it.
 * @throws {Violation} when it is accepted
 * @throws {InconclusiveError} when query shows too little to distinguish success and rejection
 */
export async function rejectsReplay(merchant: Merchant, state: "settled" | "disabled"): Promise<void> {
  requireVisible(await merchant[state]());
  const query = await credentialsOf(merchant, queryDraft());
  const what = `a query sent again, byte for byte${state === "disabled" ? ", while disabled" : ""}`;
  await rejectsNonce(merchant, queryDraft("refused signature"), () => query, what);
}
