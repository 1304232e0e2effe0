import { UnofferedError } from "../../engine/verdict.ts";
import type { Answer } from "../answer.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { type Patient, redactOf } from "./patient.ts";
import { shownText, wordsOf } from "./words-of.ts";

const ANOTHER_BASE =
  "Set callback.base in the profile to an https address that the target takes, for example one whose host exists and is yours: every URL of a run lies below it.";
const A_RECEIVER =
  "If the target verifies callback URLs, calling them before it takes them, give the profile a receiver that it reaches (events.receiver): all of them then lie there, and are answered.";
const NOTHING_CAME =
  "Nothing has come to the receiver: where the target verifies callback URLs, it must reach it by events.receiver.publicUrl.";

/** Why valid registers alone are refused: for where the callback URLs lie, or because nobody answers there. */
export async function callbackBaseRefused(patient: Patient, register: Answer): Promise<Diagnosis> {
  const redact = redactOf(patient);
  const { base, isLive } = patient.target.shared.urls.where;
  const { where, next } = await receiverOf(patient);
  const below = where === undefined || isLive === true ? base : `${base} and below ${where}`;
  return {
    code: "callback-base-refused",
    finding: `The target takes the credentials, and refuses every callback URL below ${below}, for example ${register.draft.url ?? base}: ${wordsOf(register, redact)}.`,
    next,
  };
}

/** Where the receiver is, if there is one, and what to do about it. */
async function receiverOf(patient: Patient): Promise<{ readonly where?: string; readonly next: string }> {
  const { profile, target } = patient;
  const { deliveries } = target.shared;
  if (profile.events.receiver === null) return { next: `${ANOTHER_BASE} ${A_RECEIVER}` };
  try {
    const where = await deliveries.receiverUrl();
    const { verification } = deliveries;
    if (verification === undefined) {
      return { where, next: `${NOTHING_CAME} ${ANOTHER_BASE}` };
    }
    const { method, target: asked, answer } = verification;
    const shown = shownText(`${method} ${asked.replaceAll(/=[^&]*/g, "=…")}`, redactOf(patient));
    const next = `It has asked the receiver (${shown}), and was answered HTTP ${answer.status}: describe under events.receiver.echo what it wants to be answered there.`;
    return { where, next };
  } catch (error) {
    if (error instanceof UnofferedError) return { next: `${error.message} ${ANOTHER_BASE}` };
    throw error;
  }
}
