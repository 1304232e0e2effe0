import { credentialsOf } from "../../merchant/credentials-of.ts";
import { type Draft, queryDraft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { assertRefused } from "./assert-refused.ts";
import { requireVisible } from "./returned-field.ts";

/**
 * A request is refused for its nonce alone; it is never repeated, which would be another probe.
 * @throws {Violation} when it is accepted
 */
export async function rejectsNonce(
  merchant: Merchant,
  draft: Draft,
  credentials: Draft["tamper"],
  what: string,
): Promise<void> {
  if (credentials === undefined) return;
  assertRefused(await merchant.send({ ...draft, tamper: credentials, once: true }), what);
}

/**
 * A query is refused when it is sent again, byte for byte.
 * @throws {Violation} when it is accepted
 * @throws {InconclusiveError} when query shows nothing by which that could be told
 */
export async function rejectsReplay(merchant: Merchant, state: "settled" | "disabled"): Promise<void> {
  requireVisible(await merchant[state]());
  const query = await credentialsOf(merchant, queryDraft());
  const what = `a query sent again, byte for byte${state === "disabled" ? ", while disabled" : ""}`;
  await rejectsNonce(merchant, queryDraft("refused signature"), () => query, what);
}
