import type { CredentialTraits } from "../api/credential-traits.ts";
import type { DueCredentials } from "../api/due-credentials.ts";

/** A header as it goes over the wire: name and value, case and order kept. */
export type HeaderPair = readonly [name: string, value: string];

/** One HTTP request, down to what the bytes depend on. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, for example `/abc/v1/webhook/query?x=1`. Sent as given. */
  readonly path: string;
  readonly headers: readonly HeaderPair[];
  /** Absent: a request without body and without Content-Type. */
  readonly body?: Uint8Array;
  /** Requests of one lane share one connection, one after the other. Default: `main`. */
  readonly lane?: string;
  /** What tells its credentials from those of another request; not sent. */
  readonly credentials?: CredentialTraits;
  /** The credentials that it would have needed, where they were changed; not sent. */
  readonly due?: DueCredentials;
}

/** One HTTP answer as it came; `body` is decompressed when the target compressed it unasked. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

/** The way to a target: a socket in a run, a function call in the selftest. */
export interface Transport {
  /** @throws {TransportFailure} when there is no answer of the target to judge. */
  send(request: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}
