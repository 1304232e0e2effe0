import { InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import { answeredAlike, refusalWords } from "../exchange/answered-alike.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { type Draft, queryDraft } from "../request/draft.ts";
import type { Patient } from "./patient.ts";

/** Words of a refusal that is about a signature. */
export const SIGNING_WORDS =
  /signature|(?<![a-z])(?:un)?sign(?:ed|ing)?(?![a-z]|.?in\b)|nonce|time.?stamp|签名/i;

/** The answer to a request; undefined: no answer. */
export async function askMerchant(merchant: Merchant, draft: Draft): Promise<Answer | undefined> {
  try {
    return await merchant.send(draft);
  } catch (error) {
    if (error instanceof InconclusiveError || error instanceof Violation) return undefined;
    throw error;
  }
}

const UNKNOWN_KEY = "no-merchant-was-ever-issued-this-key";
const LANE = "stranger";

/** Sends a query with a key that was never issued; undefined: no answer. */
export async function queryWithUnknownKey(merchant: Merchant): Promise<Answer | undefined> {
  return askMerchant(merchant, {
    ...queryDraft("open"),
    lane: LANE,
    tamper: (valid) => ({ ...valid, apiKey: UNKNOWN_KEY }),
  });
}

/** A query with a signature of the right form that is wrong; undefined when there is no answer. */
export async function queryWithWrongSignature(merchant: Merchant): Promise<Answer | undefined> {
  return askMerchant(merchant, {
    ...queryDraft("open"),
    lane: LANE,
    tamper: (valid) => ({ ...valid, signature: rotated(valid.signature ?? "") }),
  });
}

/** Another text of the same characters, but where all are the same. */
function rotated(signature: string): string {
  const [beginning = ""] = /^(.)\1*/s.exec(signature) ?? [];
  return signature.slice(beginning.length) + beginning;
}

/**
 * Whether a valid query was refused as wrong credentials are, or for its signature by its own words. Otherwise it is
 * taken to say that there is no configuration yet.
 */
export async function likeAForgery(
  { merchant, target }: Pick<Patient, "merchant" | "target">,
  query: Answer,
): Promise<boolean> {
  if (SIGNING_WORDS.test(refusalWords(query))) return true;
  const unknown = await queryWithUnknownKey(merchant);
  if (unknown === undefined || answeredAlike(query, unknown)) return true;
  if (!target.signed) return false;
  const forged = await queryWithWrongSignature(merchant);
  return forged === undefined || answeredAlike(query, forged);
}
