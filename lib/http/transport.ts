/** A header as it goes over the wire: name and value, case and order kept. */
export type HeaderPair = readonly [name: string, value: string];

/** One HTTP request, down to what the bytes depend on. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, for example `/abc/v1/webhook/query?x=1`. Sent as given. */
  readonly path: string;
  /**
   * With Transfer-Encoding: chunked the body goes out in chunks, without Content-Length. With Expect: 100-continue it goes
   * out at once, and the interim answer is passed over; over HTTP/1.1 without a proxy alone.
   */
  readonly headers: readonly HeaderPair[];
  /** Absent: a request without body and without Content-Type. */
  readonly body?: Uint8Array;
  /** A request without body says nothing of its length. Default: it says `Content-Length: 0`. HTTP/1.1 and no proxy alone. */
  readonly withoutLength?: boolean;
  /** Scheme, host and port of another server than the target's; the path is then whole. */
  readonly origin?: string;
  /** Whether enough of the answer has come, so that the rest is not waited for. Default: all of it is. */
  readonly isEnough?: (soFar: WireAnswer) => boolean;
  /** How long an answer is waited for at most, in milliseconds. Default: as long as the transport waits. */
  readonly timeoutMs?: number;
  /** Requests of one lane share one connection, one after the other. Default: `main`. */
  readonly lane?: string;
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
