import type { CredentialOffence } from "../request/offence.ts";

/** A call with another signature of the same length. Every server that verifies signatures rejects it. */
export const WRONG_SIGNATURE: CredentialOffence = {
  name: "a wrong signature",
  expects: "refused signature",
  tamper: (valid) => ({ ...valid, signature: valid.signature?.replaceAll(/[\da-z]/gi, otherThan) }),
};

function otherThan(character: string): string {
  return character === "0" ? "1" : "0";
}
