import type { SignedParts } from "../../signer/signature-scheme.ts";

/** One request of the transcript, and in which way it departs from a valid one. */
export interface Probe {
  readonly operation: string;
  /** Default: POST. */
  readonly method?: string;
  readonly by?: "alpha" | "beta";
  readonly body?: string;
  readonly contentType?: string | null;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connection?: string;
  /** Sent a moment after those that are sent at the same time. */
  readonly late?: boolean;
  readonly headerName?: string;
  /** Instead of the caller's. */
  readonly key?: string | null;
  /** What is signed, where it differs from what is sent. */
  readonly signed?: Partial<SignedParts>;
  readonly secret?: string;
  readonly signature?: (right: string) => string;
  /** Milliseconds from now. */
  readonly age?: number;
  /** Milliseconds from now of the timestamp that is signed, where it is not the one that is sent. */
  readonly signedAge?: number;
  readonly timestamp?: string;
  readonly nonce?: string;
}
