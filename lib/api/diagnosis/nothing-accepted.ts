import { type Answer, succeeded } from "../exchange/answer.ts";
import { configurationIn } from "../merchant/configuration.ts";
import { nowhereDraft, queryDraft, registerDraft } from "../request/draft.ts";
import { answeredAlike } from "../exchange/answered-alike.ts";
import { askMerchant } from "./ask-merchant.ts";
import { diagnoseRefusals } from "./diagnose.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { isSpoiltEnvelope } from "./not-the-api.ts";
import type { Patient, Refusals } from "./patient.ts";

const NOT_FOUND = [404, 405];

/**
 * Why no valid register of a merchant is accepted, after the first one was refused. A target that accepts another one,
 * or stores what it does not say that it accepts, or has everything but the register, or answers with an envelope that something else surrounds or spoils, is faulty and to be judged.
 *
 * @returns undefined when it is to be judged
 */
export async function nothingAccepted(
  patient: Patient,
  { query, register }: Required<Refusals>,
): Promise<Diagnosis | undefined> {
  if (isSpoiltEnvelope(register)) return undefined;
  const { merchant, target } = patient;
  const { urls } = target.shared;
  for (const url of [urls.fresh(), urls.withoutPath()[0] ?? urls.fresh()]) {
    const again = await askMerchant(merchant, registerDraft(url, "open"));
    if (again !== undefined && succeeded(again)) return undefined;
  }
  const now = (await askMerchant(merchant, queryDraft("open"))) ?? query;
  const stored = configurationIn(now)?.callbackUrl;
  if (typeof stored === "string" && stored !== configurationIn(query)?.callbackUrl) return undefined;
  if (await lacksRegisterAlone(patient, { query: now, register })) return undefined;
  return diagnoseRefusals(patient, { query: now, register });
}

/** The register is answered as what does not exist, and the query is not. */
async function lacksRegisterAlone(
  { merchant }: Patient,
  { query, register }: Required<Refusals>,
): Promise<boolean> {
  if (!NOT_FOUND.includes(register.wire.status)) return false;
  const nowhere: Answer | undefined = await askMerchant(merchant, nowhereDraft());
  return nowhere !== undefined && answeredAlike(register, nowhere) && !answeredAlike(query, nowhere);
}
