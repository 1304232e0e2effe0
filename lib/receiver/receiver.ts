import type { AnswerPlan } from "./answer-plan.ts";
import type { Arrival, StrayRequest } from "./arrival.ts";

/** A way to write path and query of a callback URL, around the token that identifies it. */
export interface UrlForm {
  /** Completes "a callback URL with …". */
  readonly name: string;
  readonly write: (token: string) => string;
}

/** A place where deliveries arrive, local or remote. */
export interface Receiver {
  /** The URL for senders: origin, with a path if it has one, without a slash at its end. */
  readonly url: string;
  /** TLS ends here: an unencrypted request was sent unencrypted. */
  readonly endsTls: boolean;
  /** No known CA signed its certificate. */
  readonly isSelfSigned: boolean;
  /** Number of TLS connections that ended before a request. Their clients may not trust the certificate. */
  readonly brokenOff: () => number;
  /** All requests so far with a part of a URL of the run, except handshakes, in their order. */
  readonly arrivals: readonly Arrival[];
  /** The last requests that verified or only fetched a URL of the receiver. */
  readonly handshakes: readonly Arrival[];
  /** The last requests without a part of a URL of the run. */
  readonly strays: readonly StrayRequest[];
  /** Whether requests came beyond the memory limit. They are answered, but are not among the arrivals. */
  readonly isFull: () => boolean;
  /** Reasons for missing deliveries, one sentence for each time. Every part of the way adds its own. */
  readonly lapses: string[];
  /** Plans the answers to requests with a token. Call it before the action that makes a sender send. */
  readonly plan: (token: string, steps: AnswerPlan) => Promise<void>;
  /** From now on, a POST with the token is a delivery, even if its body contains a challenge. */
  readonly expect: (token: string) => Promise<void>;
  /** Waits until all received requests are among the arrivals. */
  readonly catchUp: () => Promise<void>;
  /**
   * The result of an own request by the public URL, which the receiver answers as failed. Undefined: it arrived
   * once and unchanged, and so did the answer, or there is no public URL.
   * @param form how its URL is written. Default: as most callback URLs of a run are
   */
  readonly prove: (form?: UrlForm) => Promise<string | undefined>;
  /** Closes open connections. */
  readonly close: () => Promise<void>;
}
