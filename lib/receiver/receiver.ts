import type { AnswerPlan } from "./answer-plan.ts";
import type { Arrival } from "./arrival.ts";
import type { StrayRequest } from "./stray-request.ts";

/** Where deliveries arrive, wherever that is. */
export interface Receiver {
  /** Origin under which a sender reaches it, and a path if it has one; without a slash at its end. */
  readonly url: string;
  /** TLS ends here: a request in clear was sent in clear. */
  readonly endsTls: boolean;
  /** Its certificate is of no known authority. */
  readonly isSelfSigned: boolean;
  /** How many connections over TLS ended before a request: who makes them may not trust the certificate. */
  readonly brokenOff: number;
  /** Everything that bears a part of a URL of the run and came so far, but handshakes, in its order. */
  readonly arrivals: readonly Arrival[];
  /** The last requests by which somebody has verified a URL of the receiver, or has only looked at one. */
  readonly handshakes: readonly Arrival[];
  /** The last requests that bear no part of a URL of the run. */
  readonly strays: readonly StrayRequest[];
  /** Whether more has come than is kept: what comes from then on is answered, and not among the arrivals. */
  readonly isFull: boolean;
  /** Why what was sent meanwhile may be missing, a sentence for each time; grows. */
  readonly lapses: readonly string[];
  /** From now on, what bears the token is answered so; to be called before whatever makes somebody send. */
  readonly plan: (token: string, steps: AnswerPlan) => Promise<void>;
  /** From now on, a POST that bears the token is a delivery, also where its body holds a challenge. */
  readonly expect: (token: string) => Promise<void>;
  /** Until everything that has come to it is among the arrivals. */
  readonly catchUp: () => Promise<void>;
  /** What became of a request of our own by the public way to it; undefined: it arrived as it was sent, or there is no such way. */
  readonly prove: () => Promise<string | undefined>;
  /** Breaks open connections off. */
  readonly close: () => Promise<void>;
}
