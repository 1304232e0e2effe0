import type { Draft, Expectation, Operation, Tamper } from "./draft.ts";

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

/** Makes a request offend by its credentials. */
export interface CredentialOffence extends Offence {
  readonly tamper: Tamper;
  readonly expects: Extract<Expectation, "refused key" | "refused signature">;
  /** Default: each of them. */
  readonly operations?: readonly Operation[];
  /** The connection to use; one of its own unless the point is another. */
  readonly lane?: string;
}
