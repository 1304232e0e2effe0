import { UnofferedError } from "../../engine/verdict.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { type Patient, redactOf } from "./patient.ts";
import { shownText, wordsOf } from "./words-of.ts";

const ANOTHER_BASE =
  "Set callback.base in the profile to an https address that the target accepts, for example on a host of your own. Every callback URL of a run lies below it.";
const A_RECEIVER =
  "If the target calls a callback URL before it accepts it, name a receiver that the target reaches (events.receiver). All callback URLs then lie at the receiver, which answers the call.";
const NOTHING_CAME =
  "No request came to the receiver. If the target verifies callback URLs, it must reach the receiver by events.receiver.publicUrl.";

/** Why valid registers alone are refused: for where the callback URLs lie, or because no server answers there. */
export async function callbackBaseRefused(patient: Patient, register: Answer): Promise<Diagnosis> {
  const redact = redactOf(patient);
  const { base, isLive } = patient.target.shared.urls.where;
  const { where, next } = await receiverOf(patient);
  const below = where === undefined || isLive === true ? base : `${base} and below ${where}`;
  return {
    code: "callback-base-refused",
    finding: `The target accepts the credentials, and refuses every callback URL below ${below}, for example ${register.draft.url ?? base}: ${wordsOf(register, redact)}.`,
    next,
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
    const asked = `${method} ${deliveries.shown({ target: path })}${query === undefined ? "" : namesIn(query)}`;
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
