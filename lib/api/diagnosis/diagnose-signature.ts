import type { Answer } from "../exchange/answer.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { headerOf } from "../exchange/infrastructure.ts";
import { answeredAlike, refusalWords } from "../exchange/answered-alike.ts";
import { clockText } from "./clock-text.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { queryWithWrongSignature, SIGNING_WORDS } from "./ask-merchant.ts";
import { type Patient, redactOf } from "./patient.ts";
import { betterSettings, TIME_WORDS } from "./signature-trials.ts";
import { wordsOf } from "./words-of.ts";

/** How the signed requests of a merchant were refused. */
export interface SignedRefusal {
  readonly query: Answer;
  /** The refusal to explain: that of a register, where one was sent. */
  readonly refusal: Answer;
  /** An unknown key is answered otherwise. */
  readonly isKnown: boolean;
}

const SETTINGS = "the payload template, the secret, the encoding, the timestamp unit and the clock";
const SEE_TEXT = "`doctor` prints the text that is signed.";

/** Which of the settings of a signature is to be doubted, the likeliest first. */
export async function diagnoseSignature(patient: Patient, refused: SignedRefusal): Promise<Diagnosis> {
  const { query, refusal, isKnown } = refused;
  if (!answeredAlike(query, refusal)) return bodyTemplate(patient, refusal);
  const proven = await provenSetting(patient, refused);
  if (proven !== undefined) return proven;
  const clock = clockText(headerOf(refusal.wire, "date"), patient.target.localNow());
  if (TIME_WORDS.test(refusalWords(refusal))) return clockDiffers(patient, refusal, clock);
  const forged = await queryWithWrongSignature(patient.merchant);
  const isForged = forged !== undefined && answeredAlike(query, forged);
  return (isKnown ? ofKnownKey : ofUnknownKey)(patient, refusal, { clock, isForged });
}

/** The setting without which a query is refused, and with which it is not; undefined: no such setting. */
export async function provenSetting(
  patient: Patient,
  { query, refusal }: Pick<SignedRefusal, "query" | "refusal">,
): Promise<Diagnosis | undefined> {
  const { target, merchant, profile } = patient;
  const better = await betterSettings(profile, merchant, query, () => target.shared.now());
  return (
    better && {
      code: better.code,
      finding: `The target does not understand how requests of merchant ${merchant.name} are signed: ${wordsOf(refusal, redactOf(patient))}.`,
      next: `${better.advice}; a query that was signed so got further.`,
    }
  );
}

/** Query, which has no body, is answered otherwise than register. */
function bodyTemplate(patient: Patient, refusal: Answer): Diagnosis {
  return {
    code: "signature-refused",
    finding: `The target refuses the signature of a register, and not that of a query: ${wordsOf(refusal, redactOf(patient))}.`,
    next: `Check how auth.signature.payload signs a body: a query has none. ${SEE_TEXT}`,
  };
}

function clockDiffers(patient: Patient, refusal: Answer, clock: string): Diagnosis {
  const { merchant, profile } = patient;
  return {
    code: "clock",
    finding: `The target does not take the timestamp of merchant ${merchant.name}'s requests: ${wordsOf(refusal, redactOf(patient))}.`,
    next: `Check the clocks of the target and of this machine (${clock}), and auth.signature.timestamp (${profile.auth.signature?.timestamp}).`,
  };
}

/** Further knowledge about a rejection. */
interface Signs {
  readonly clock: string;
  /** A wrong signature is answered alike. */
  readonly isForged: boolean;
}

function ofKnownKey(patient: Patient, refusal: Answer, { clock, isForged }: Signs): Diagnosis {
  const { merchant } = patient;
  const words = wordsOf(refusal, redactOf(patient));
  if (isForged || SIGNING_WORDS.test(refusalWords(refusal))) {
    return {
      code: "signature-refused",
      finding: `The target knows the key of merchant ${merchant.name} and refuses its signature: ${words}.`,
      next: `Check, in this order, ${SETTINGS} (${clock}). ${SEE_TEXT}`,
    };
  }
  return refusedThroughout(merchant, words, `; then, in this order, ${SETTINGS} (${clock}). ${SEE_TEXT}`);
}

/** The key is known, and no valid request is accepted. @param further what to check besides, to end the sentence */
export function refusedThroughout({ name }: Merchant, words: string, further: string): Diagnosis {
  return {
    code: "refused-throughout",
    finding: `The target knows the key of merchant ${name}, and refuses every valid request: ${words}.`,
    next: `Check what this merchant may do there${further}`,
  };
}

function ofUnknownKey(patient: Patient, refusal: Answer, { clock, isForged }: Signs): Diagnosis {
  const { merchant } = patient;
  const words = wordsOf(refusal, redactOf(patient));
  if (!isForged) return unknownKeyDiagnosis(merchant, words);
  return {
    code: "credentials-refused",
    finding: `The target refuses the credentials of merchant ${merchant.name}, and answers an unknown key and a wrong signature alike: ${words}.`,
    next: `Check apiKey; then, in this order, ${SETTINGS} (${clock}). ${SEE_TEXT}`,
  };
}

/** The credentials are answered as those of a key that was never issued. */
export function unknownKeyDiagnosis({ name }: Merchant, words: string): Diagnosis {
  return {
    code: "unknown-key",
    finding: `The target refuses the credentials of merchant ${name}: it answers them as it answers an unknown key, ${words}.`,
    next: "Check apiKey, and that it belongs to the environment of baseUrl.",
  };
}
