import type { SignerError } from "../signer/signer-error.ts";

/** The expectation of the signer, without the words about its failure: the field names that. */
export function expectationOf(error: SignerError): string {
  return error.message.replace(/^Cannot [^:]+: /, "");
}
