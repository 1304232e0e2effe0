import { type Draft, type Expectation, type Operation, registerDraft, type Tamper } from "./draft.ts";

/** One thing that is wrong about a request which is valid otherwise. */
interface Offence {
  /** As reports name it. */
  readonly name: string;
}

/** A register that offends by its input. */
export interface InputOffence extends Offence {
  readonly draft: Draft;
  /** The callback URL of the twin, which is wrong in nothing. */
  readonly twin: string;
  /** The URL to which many validators repair it; undefined: no grammar takes it, nor anything near it. */
  readonly repaired?: string;
}

/** Offends by its callback URL, or by another value in its place. */
export function offenceByUrl(name: string, callbackUrl: unknown, twin: string): InputOffence {
  return { name, draft: registerDraft(callbackUrl, "refused input"), twin };
}

/** How credentials are wrong, where several offences are wrong alike. */
export const NONCE_USED = "with a nonce used before";
export const ANOTHER_SECRET = "signed with another merchant's secret";

/** Makes a request offend by its credentials. */
export interface CredentialOffence extends Offence {
  readonly tamper: Tamper;
  readonly expects: Extract<Expectation, "refused key" | "refused signature">;
  /** Default: each of them. */
  readonly operations?: readonly Operation[];
  /** The connection to use; one of its own unless the point is another. */
  readonly lane?: string;
  /** See {@link Draft.once}. */
  readonly once?: boolean;
}
