import { type Deviation, SUCCESS } from "../../engine/deviation.ts";
import type { Answer } from "./answer.ts";
import type { CredentialTraits } from "../credentials/credential-traits.ts";

/** A request is accepted with a nonce that was used before. */
export const USED_NONCE = "a used nonce accepted";
/** A disable came between the two uses of a nonce. */
export const AFTER_DISABLE = "after a disable";
/** Kinds of a wrong value that are accepted only where none is looked at. */
const ANY_VALUE = /^(?:apiKey another|signature (?:another|ends with all but|.*with no secret))/;

/**
 * How an answer differs that grants a request with wrong credentials. Any other value is the plain case; one that is made
 * of the valid one, or was valid once, is not.
 * @param what was asked for
 * @param state circumstances that the credentials do not show
 */
export function credentialDeviation(
  { draft, request }: Pick<Answer, "draft" | "request">,
  what: string,
  state: readonly string[] = [],
): Deviation {
  const { of: _, ...wrong }: Partial<CredentialTraits> = request.credentials ?? {};
  const parts = Object.entries(wrong).filter(([part, how]) => part !== "timestamp" || how !== "0 s off");
  const circumstances = [...(draft.isAstray === true ? ["on a detour"] : []), ...state];
  if (wrong.nonce?.startsWith("used") === true) {
    const by = what === "query" ? [] : [`by ${what}`];
    return { what: USED_NONCE, when: [...by, ...circumstances], part: SUCCESS };
  }
  const main = draft.expects === "refused key" ? "apiKey" : "signature";
  const isAbsent = parts.some(([, how]) => how === "absent");
  const when = parts
    .filter(([part, how]) => how !== "absent" || part !== main)
    .map(([part, how]) => `${part} ${how.replace(/used \d+ before/, "used before")}`)
    .filter((how) => !ANY_VALUE.test(how));
  return {
    what: `accepted ${isAbsent ? "without" : "with a wrong"} ${main}`,
    door: what,
    when: [...when, ...circumstances],
    part: SUCCESS,
  };
}
