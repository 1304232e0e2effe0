import { type Deviation, SUCCESS } from "../../engine/requirement/deviation.ts";
import { type Answer, isContradictory } from "./answer.ts";
import { ANOTHER_SECRET, NONCE_USED } from "../request/offence.ts";

/** Whatever is wrong with a request: the target refuses it, and answers as if it had not. */
export const SUCCESS_OF_AN_ERROR: Deviation = {
  what: "an error with the data of a success",
  when: [],
  part: SUCCESS,
};
/** A request is accepted with a nonce that was used before. */
export const USED_NONCE = "a used nonce accepted";
/** A disable came between the two uses of a nonce. */
export const AFTER_DISABLE = "after a disable";
const ON_A_DETOUR = "on a detour";
/** An operation that verifies nothing accepts a used nonce as well. */
const WRONG_SIGNATURE = "accepted with a wrong signature";
export const WITH_A_WRONG_KEY = "accepted with a wrong apiKey";
/**
 * How an answer differs that grants a request with wrong credentials. Any other value is the plain case; one that is made
 * of the valid one, or was valid once, is not.
 * @param what was asked for
 * @param state circumstances that the credentials do not show
 */
export function credentialDeviation(answer: Answer, what: string, state: readonly string[] = []): Deviation {
  if (isContradictory(answer)) return SUCCESS_OF_AN_ERROR;
  const { draft, request } = answer;
  const { wrong = [] } = request;
  const circumstances = [...(draft.isAstray === true ? [ON_A_DETOUR] : []), ...state];
  if (wrong.includes(NONCE_USED)) {
    const by = what === "query" ? [] : [`by ${what}`];
    const unverified = { what: WRONG_SIGNATURE, door: what, when: [NONCE_USED, ...circumstances] };
    return { what: USED_NONCE, when: [...by, ...circumstances], part: SUCCESS, otherwise: unverified };
  }
  const accepted = draft.expects === "refused key" ? WITH_A_WRONG_KEY : WRONG_SIGNATURE;
  return { what: accepted, door: what, when: [...wrong, ...circumstances], part: SUCCESS };
}

/** A request acts for another merchant than the one who has signed it. @param door that shows it */
export function deviationWithTwoKeys(door: string): Deviation {
  const when = [ANOTHER_SECRET, ON_A_DETOUR];
  return { what: WRONG_SIGNATURE, door, when, part: SUCCESS };
}
