import type { AnswerStep } from "./answer-plan.ts";

/** A header as it came over the wire: name and value, case and order kept. */
export type ReceivedHeader = readonly [name: string, value: string];

/** One request that somebody sent to a receiver, as it was on the wire. */
export interface Received {
  readonly method: string;
  /** Path and query, neither decoded nor normalised. */
  readonly target: string;
  readonly headers: readonly ReceivedHeader[];
  readonly body: Uint8Array;
  /** The body was longer than the receiver reads; the rest is not there. */
  readonly isCut: boolean;
  /** For example `TLSv1.3`; undefined: it came in clear, or TLS ended before the receiver. */
  readonly tls: string | undefined;
}

/** A request that was received, when, and what it was answered. */
export interface Arrival extends Received {
  /** From 1, in the order of arrival, over the life of the receiver; handshakes are counted apart. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds of a clock that never jumps, of unknown beginning. */
  readonly ticks: number;
  readonly answer: AnswerStep;
}
