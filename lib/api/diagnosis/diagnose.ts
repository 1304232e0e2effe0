import { type Answer, succeeded } from "../exchange/answer.ts";
import { answeredAlike, refusalWords } from "../exchange/answered-alike.ts";
import { answeredAsNowhere } from "./answered-as-nowhere.ts";
import { diagnoseSignature, refusedThroughout, unknownKeyDiagnosis } from "./diagnose-signature.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { queryWithUnknownKey, SIGNING_WORDS } from "./ask-merchant.ts";
import { notTheApi, serverError, wrongBasePath } from "./not-the-api.ts";
import { type Patient, redactOf, type Refusals } from "./patient.ts";
import { wordsOf, shownText } from "./words-of.ts";
import { UnofferedError } from "../../engine/record/verdict.ts";

const ANOTHER_BASE =
  "Set callback.base in the profile to an https address that the target accepts, for example on a host of your own. Every callback URL of a run lies below it.";
const A_RECEIVER =
  "If the target calls a callback URL before it accepts it, name a receiver that the target reaches (events.receiver). All callback URLs then lie at the receiver, which answers the call.";
const A_FIREWALL =
  "The answer is a page: a firewall in front of the target may block requests that contain a URL. If so, let it pass them. ";
const NOTHING_CAME =
  "No request came to the receiver. If the target verifies callback URLs, it must reach the receiver by events.receiver.publicUrl.";

/** Why valid registers alone are refused: for where the callback URLs lie, or because no server answers there. */
async function callbackBaseRefused(patient: Patient, register: Answer): Promise<Diagnosis> {
  const redact = redactOf(patient);
  const { base, isLive } = patient.target.shared.urls.where;
  const { where, next } = await receiverOf(patient);
  const below = where === undefined || isLive === true ? base : `${base} and below ${where}`;
  const isPage = register.envelope === undefined;
  return {
    code: "callback-base-refused",
    finding: `The target accepts the credentials, and refuses every callback URL below ${below}, for example ${register.draft.url ?? base}: ${wordsOf(register, redact)}.`,
    next: `${isPage ? A_FIREWALL : ""}${next}`,
  };
}

/** Where the receiver is, if there is one, and what to do about it. */
async function receiverOf(patient: Patient): Promise<{ readonly where?: string; readonly next: string }> {
  const { profile } = patient;
  const { deliveries } = patient.target.shared;
  if (profile.events.receiver === null) return { next: `${ANOTHER_BASE} ${A_RECEIVER}` };
  try {
    const where = await deliveries.receiverUrl();
    const { verification } = deliveries;
    if (verification === undefined) {
      return { where, next: `${NOTHING_CAME} ${ANOTHER_BASE}` };
    }
    const { method, target, answer } = verification;
    const [path = "", query] = target.split("?");
    const asked = `${method} ${deliveries.addresses.shown({ target: path })}${query === undefined ? "" : namesIn(query)}`;
    const shown = shownText(asked, redactOf(patient));
    const next = `It has asked the receiver (${shown}), and was answered HTTP ${answer.status}: describe under events.receiver.echo what it wants to be answered there.`;
    return { where, next };
  } catch (error) {
    if (error instanceof UnofferedError) return { next: `${error.message} ${ANOTHER_BASE}` };
    throw error;
  }
}

/** A query by the names of its members, which say of which form a handshake is; what holds digits may be no name. */
function namesIn(query: string): string {
  const members = query.split("&").map((member) => {
    const [name = ""] = member.split("=");
    return `${/^[a-z][a-z._-]{0,39}$/i.test(name) ? name : "…"}=…`;
  });
  return `?${members.join("&")}`;
}

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
  const isBroken = refusal.envelope === undefined && refusal.wire.status >= 500;
  if (!isRefusedAlike && isBroken) return serverError(wordsOf(refusal, redact));
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
  return isLikeUnknown(refusal)
    ? unknownKeyDiagnosis(merchant, words)
    : refusedThroughout(merchant, words, ", and whether requests must be signed (auth.mode: signed).");
}
