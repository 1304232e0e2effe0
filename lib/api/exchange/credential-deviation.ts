import { type Deviation, SUCCESS } from "../../engine/requirement/deviation.ts";
import { type Answer, isContradictory } from "./answer.ts";
import type { CredentialTraits } from "../credentials/credential-traits.ts";

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
/** As {@link CredentialTraits} name it. */
const WITH_ANOTHER_SECRET = "signed over {} with another secret";
/** Kinds of a wrong value that are accepted only where none is looked at. */
const ANY_VALUE = /^(?:apiKey another$|signature (?:another$|with another beginning|.*with no secret))/;

/**
 * How an answer differs that grants a request with wrong credentials. Any other value is the plain case; one that is made
 * of the valid one, or was valid once, is not.
 * @param what was asked for
 * @param state circumstances that the credentials do not show
 */
export function credentialDeviation(answer: Answer, what: string, state: readonly string[] = []): Deviation {
  if (isContradictory(answer)) return SUCCESS_OF_AN_ERROR;
  const { draft, request } = answer;
  const { of: _, ...wrong } = withOwnKey(request.credentials ?? {});
  const parts = Object.entries(wrong).filter(([part, how]) => part !== "timestamp" || how !== "0 s off");
  const circumstances = [...(draft.isAstray === true ? [ON_A_DETOUR] : []), ...state];
  if (wrong.nonce?.startsWith("used") === true) {
    const by = what === "query" ? [] : [`by ${what}`];
    const unverified = { what: WRONG_SIGNATURE, door: what, when: ["nonce used before", ...circumstances] };
    return { what: USED_NONCE, when: [...by, ...circumstances], part: SUCCESS, otherwise: unverified };
  }
  const [main, accepted] =
    draft.expects === "refused key" ? ["apiKey", WITH_A_WRONG_KEY] : ["signature", WRONG_SIGNATURE];
  const { signature: __, ...signed } = wrong;
  const valid = `signed over ${JSON.stringify(signed)}`;
  const when = parts
    .filter(([, how]) => how !== valid)
    .flatMap(([part, how]) => circumstancesOf(part, how, part === main))
    .filter((how) => !ANY_VALUE.test(how));
  return {
    what: accepted,
    door: what,
    when: [...when, ...circumstances],
    part: SUCCESS,
  };
}

/** A request acts for another merchant than the one who has signed it. @param door that shows it */
export function deviationWithTwoKeys(door: string): Deviation {
  const when = [`signature ${WITH_ANOTHER_SECRET}`, ON_A_DETOUR];
  return { what: WRONG_SIGNATURE, door, when, part: SUCCESS };
}

/** To another merchant, whose key a request has, its signature is made with another secret. */
function withOwnKey({ apiKey, ...others }: Partial<CredentialTraits>): Partial<CredentialTraits> {
  if (apiKey?.startsWith("of ") !== true) return { ...(apiKey !== undefined && { apiKey }), ...others };
  return { signature: WITH_ANOTHER_SECRET, ...others };
}

/** One that is empty or absent is taken for none. Of timestamps that are out of date, the past is the plain case. */
function circumstancesOf(part: string, how: string, isMain: boolean): readonly string[] {
  if (isMain && ["absent", "empty"].includes(how)) return [`without ${part}`];
  const [, sign] = /^(-?)\d+ s off$/.exec(how) ?? [];
  if (sign !== undefined) return [`${part} out of date`, ...(sign === "" ? ["in the future"] : [])];
  return [`${part} ${how.replace(/used \d+ before/, "used before")}`];
}
