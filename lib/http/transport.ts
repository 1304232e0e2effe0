/** A header as on the wire: name and value, case and order kept. */
export type HeaderPair = readonly [name: string, value: string];

/** A load balancer closes an idle connection with this status. The next request finds it as its answer. */
export const REQUEST_TIMEOUT = 408;

/** The User-Agent header of the suite. */
export const USER_AGENT = "card-issuing-conformance";

/** A lane of which every request has a connection of its own. */
export const NEW_CONNECTION = "new";

/** One HTTP request, with everything that decides its bytes. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, for example `/abc/v1/webhook/query?x=1`. Sent as given. */
  readonly path: string;
  /**
   * With Transfer-Encoding: chunked the body goes out in chunks, without Content-Length. With Expect:
   * 100-continue it goes out at once, and the interim answer is skipped (HTTP/1.1 without a proxy only).
   */
  readonly headers: readonly HeaderPair[];
  /** Absent: a request without body and without Content-Type. */
  readonly body?: Uint8Array;
  /**
   * A request without body does not give its length. Default: it sends `Content-Length: 0`. HTTP/1.1 without
   * a proxy only.
   */
  readonly withoutLength?: boolean;
  /** Scheme, host and port of another server than the target. The path is then whole. */
  readonly origin?: string;
  /** Begins to watch an answer of which the head has come. Undefined, and by default: the answer is read to its end. */
  readonly watch?: (head: AnswerHead) => AnswerWatch | undefined;
  /** Timeout of the answer, in milliseconds. Default: that of the transport. */
  readonly timeoutMs?: number;
  /** It is not sent again after a failure. */
  readonly isOnce?: boolean;
  /** Requests of one lane share one connection, one after the other; but for {@link NEW_CONNECTION}. Default: `main`. */
  readonly lane?: string;
  /** Requests of different tracks never share a connection. Default: one track. */
  readonly track?: string;
}

/** One HTTP answer as it came. `body` is decompressed if the target compressed it unasked. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

export type AnswerHead = Omit<WireAnswer, "body">;

/**
 * Looks at the body of one answer: at nothing of it first, and after each part of it.
 * @param soFar the body as it comes, from its beginning
 * @returns whether it is enough, so that the rest can be skipped
 */
export type AnswerWatch = (soFar: Uint8Array) => boolean;

/** The connection to a target: a socket in a run, a function call in the selftest. */
export interface Transport {
  /** @throws {TransportFailure} without a valid answer of the target */
  send(request: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}
