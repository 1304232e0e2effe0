import type { WireAnswer, WireRequest } from "./transport.ts";
import type { TransportFailure } from "./transport-failure.ts";

/** A request to send. It is built anew for each attempt, because credentials may be used once. */
export interface Outgoing {
  /** Its purpose, for example `register`. */
  readonly label: string;
  /** Whose request it is. Default: unknown. */
  readonly by?: string;
  readonly make: () => Promise<WireRequest>;
  /** Records an attempt and its result, and returns its number. */
  readonly record: (attempt: Transmission) => number;
  /** Not retried after a network failure: a retry would be another request. */
  readonly once?: boolean;
  /** May have a permanent effect: never sent again, even if the target asks for a later retry. */
  readonly lasting?: boolean;
  /** An optional request: a server need not support it, so silence is an answer. */
  readonly isUnshown?: boolean;
  /** Others like it got no answer, while further ones did: the run does not wait long for this one. */
  readonly isHurried?: boolean;
  /** Wrong on purpose: a target may throttle such requests separately. This does not change the pace of others. */
  readonly isProbe?: boolean;
  /** The endpoint of another service, with a rate limit of its own. Default: the API. */
  readonly place?: string;
  /** Whether gateways commonly block a request: their page, time after time, is then its answer. Default: they do not. */
  readonly isCommonlyBlocked?: (request: WireRequest) => boolean;
}

/** One attempt at a request. */
export interface Transmission {
  readonly request: WireRequest;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly outcome: { readonly answer: WireAnswer } | { readonly failure: TransportFailure };
}

/** An answer, and facts about the attempts before it. */
export interface Exchanged {
  /** Number of the request, counted from 1 over the run. */
  readonly number: number;
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  /** The number in the record. */
  readonly exchange: number;
  /** An earlier attempt may have taken effect. */
  readonly repeated: boolean;
}

/** @throws {NoAnswerError} or {BudgetSpentError} */
export type Send = (outgoing: Outgoing) => Promise<Exchanged>;

/** A rule about sending. It does not know the other rules. */
export type Layer = (next: Send) => Send;

/** Requests of a run: all requests, retries after network failures, and waits for a rate limit. */
export interface SendCounts {
  sent: number;
  retried: number;
  rateLimited: number;
}
