import type { CredentialOffence } from "../request/offence.ts";

/** A call with an API key that was never issued. */
export const UNKNOWN_KEY: CredentialOffence = {
  name: "an unknown API key",
  expects: "refused key",
  tamper: (valid) => ({ ...valid, apiKey: "conformance-unknown-key-5e0b7d19c4" }),
};
