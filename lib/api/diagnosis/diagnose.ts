import { type Answer, succeeded } from "../exchange/answer.ts";
import { answeredAlike, refusalWords } from "../exchange/answered-alike.ts";
import { answeredAsNowhere } from "./answered-as-nowhere.ts";
import { callbackBaseRefused } from "./callback-base-refused.ts";
import { diagnoseSignature } from "./diagnose-signature.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { queryWithUnknownKey } from "./forged-query.ts";
import { notTheApi, serverError, wrongBasePath } from "./not-the-api.ts";
import { type Patient, redactOf, type Refusals } from "./patient.ts";
import { SIGNING_WORDS } from "./signature-trials.ts";
import { wordsOf } from "./words-of.ts";

const NOT_FOUND = [404, 405];

/** Finds out by queries alone why valid requests are refused. */
export async function diagnoseRefusals(patient: Patient, { query, register }: Refusals): Promise<Diagnosis> {
  const { target, merchant } = patient;
  const redact = redactOf(patient);
  const refusal = register ?? query;
  const elsewhere = register === undefined || !succeeded(query) ? notTheApi(query, redact) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  const unknown = await queryWithUnknownKey(merchant);
  const isLikeUnknown = (answer: Answer) => unknown !== undefined && answeredAlike(answer, unknown);
  const isRefusedAlike = !succeeded(query) && answeredAlike(query, refusal);
  if (isRefusedAlike && isLikeUnknown(query)) {
    if (query.wire.status >= 500) return serverError(wordsOf(query, redact));
    if (NOT_FOUND.includes(query.wire.status)) return wrongBasePath(wordsOf(query, redact));
  }
  if (isRefusedAlike && (await answeredAsNowhere(patient, query)))
    return wrongBasePath(wordsOf(query, redact));
  const doubtsSigning = SIGNING_WORDS.test(refusalWords(refusal));
  if (!isRefusedAlike && !isLikeUnknown(refusal) && !doubtsSigning)
    return callbackBaseRefused(patient, refusal);
  if (target.signed) return diagnoseSignature(patient, { query, refusal, isKnown: !isLikeUnknown(query) });
  return doubtsSigning ? signatureDemanded(patient, refusal) : keyRefused(patient, refusal, isLikeUnknown);
}

function signatureDemanded(patient: Patient, refusal: Answer): Diagnosis {
  return {
    code: "signature-demanded",
    finding: `The target demands a signature, and auth.mode of the profile is api-key: ${wordsOf(refusal, redactOf(patient))}.`,
    next: "Set auth.mode to signed, describe the signature under auth.signature, and give each merchant its secret; `init` writes a profile that explains them.",
  };
}

function keyRefused(
  patient: Patient,
  refusal: Answer,
  isLikeUnknown: (answer: Answer) => boolean,
): Diagnosis {
  const { merchant } = patient;
  const words = wordsOf(refusal, redactOf(patient));
  if (isLikeUnknown(refusal)) {
    return {
      code: "unknown-key",
      finding: `The target refuses the credentials of merchant ${merchant.name}: it answers them as it answers an unknown key, ${words}.`,
      next: "Check apiKey, and that it belongs to the environment of baseUrl.",
    };
  }
  return {
    code: "refused-throughout",
    finding: `The target knows the key of merchant ${merchant.name}, and refuses every valid request: ${words}.`,
    next: "Check what this merchant may do there, and whether requests must be signed (auth.mode: signed).",
  };
}
