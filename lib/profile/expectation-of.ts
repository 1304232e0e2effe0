import type { SignerError } from "../signer/signer-error.ts";

/** What the signer expected, without the words on what it could not do: the field says that. */
export function expectationOf(error: SignerError): string {
  return error.message.replace(/^Cannot [^:]+: /, "");
}
