import type { CredentialOffence } from "../request/offence.ts";

/** A call without an API key, over a connection of its own. */
export const WITHOUT_KEY: CredentialOffence & { readonly lane: string } = {
  name: "no API key",
  expects: "refused key",
  tamper: (valid) => ({ ...valid, apiKey: undefined }),
  lane: "impostor-refused key",
};
