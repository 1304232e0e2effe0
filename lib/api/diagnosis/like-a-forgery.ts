import type { Answer } from "../exchange/answer.ts";
import { answeredAlike, refusalWords } from "../exchange/answered-alike.ts";
import { queryWithUnknownKey, queryWithWrongSignature } from "./forged-query.ts";
import type { Patient } from "./patient.ts";
import { SIGNING_WORDS } from "./signature-trials.ts";

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
