import type { WireAnswer, WireRequest } from "../../http/transport.ts";

/** How a request outside of this API is sent and shown. */
export interface Elsewhere {
  readonly caller: string;
  readonly label: string;
  /** The endpoint, which may have a rate limit of its own. */
  readonly place: string;
  /** It is wrong on purpose. */
  readonly isProbe: boolean;
  /** A server may leave it unanswered for as long as it likes. */
  readonly isUnshown: boolean;
  /** The request as it is kept for people. */
  readonly kept: WireRequest;
  /** The part of an answer that reports may show. */
  readonly shown: (answer: WireAnswer) => WireAnswer;
  /** Secrets of the request, which no output shows. */
  readonly secrets: readonly string[];
  /** Secrets that an answer issues, which no output shows. */
  readonly issuedBy: (answer: WireAnswer) => readonly string[];
}
