import type { WireAnswer, WireRequest } from "./transport.ts";
import type { TransportFailure } from "./transport-failure.ts";

/** A request to be sent. It is made anew for each attempt: credentials may be used once. */
export interface Outgoing {
  /** What it is sent for, for example `register`. */
  readonly label: string;
  readonly make: () => Promise<WireRequest>;
  /** Keeps an attempt and what came of it, and returns its number. */
  readonly record: (attempt: Attempt) => number;
  /** Never sent again after a failure of the network: that would be another request. */
  readonly once?: boolean;
  /** It may have an effect for good: never sent again whatever comes of it, also where the target asks to come back later. */
  readonly lasting?: boolean;
  /** No target need serve such a request, so silence is an answer to it. */
  readonly isUnshown?: boolean;
  /** It is wrong on purpose: a target may throttle such requests by themselves, which says nothing about the pace of others. */
  readonly isProbe?: boolean;
}

/** One attempt at a request. */
export interface Attempt {
  readonly request: WireRequest;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly outcome: { readonly answer: WireAnswer } | { readonly failure: TransportFailure };
}

/** An answer, and what is known of the attempts before it. */
export interface Exchanged {
  /** Of the request, counted from 1 over the run. */
  readonly number: number;
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  /** The number that the record gave it. */
  readonly exchange: number;
  /** An earlier attempt may have been applied. */
  readonly repeated: boolean;
}

/** @throws {NoAnswerError} or {BudgetSpentError} */
export type Send = (outgoing: Outgoing) => Promise<Exchanged>;

/** A rule about sending that knows nothing of the others around it. */
export type Layer = (next: Send) => Send;

/** Requests of a run: all that were sent, those sent again after a failure of the network, and waits for a rate limit. */
export interface SendCounts {
  sent: number;
  retried: number;
  rateLimited: number;
}
