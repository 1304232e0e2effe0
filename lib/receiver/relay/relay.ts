import type { AnswerPlan, AnswerStep } from "../answer-plan.ts";
import type { Arrival } from "../arrival.ts";
import type { Echo } from "../echo.ts";
import type { StrayRequest } from "../stray-request.ts";

/** How a relay answers what no plan is about. */
export interface Manners {
  readonly acknowledge: AnswerStep | undefined;
  /** Which requests are handshakes. */
  readonly echo: Echo | undefined;
}

/** What a relay says when it begins to receive for a run. */
export interface Opened {
  /** Origin under which senders reach it, and a path if it has one; without a slash at its end. */
  readonly url: string;
  readonly endsTls: boolean;
  /** The relay's clocks at that moment: milliseconds since 1970, and of one that never jumps. */
  readonly now: number;
  readonly ticks: number;
}

/** What has come to a relay, by its clocks, numbered from 1 since it was opened. */
export interface Polled {
  readonly arrivals: readonly Arrival[];
  /** The last handshakes. */
  readonly handshakes: readonly Arrival[];
  /** The last requests that bear no part of a URL of the run. */
  readonly strays: readonly StrayRequest[];
  /** How often connections were refused, because too many were open; may be unknown. */
  readonly refused?: number;
  /** There is more. */
  readonly more: boolean;
  /** More has come than the relay keeps. */
  readonly isFull: boolean;
}

/** A host elsewhere that receives for a run. Each method may throw a {@link RelayError}. */
export interface Relay {
  /** Begins to receive. @throws {RelayError} when it cannot */
  readonly open: (manners: Manners) => Promise<Opened>;
  /** @throws {ForgottenError} */
  readonly plan: (token: string, steps: AnswerPlan) => Promise<void>;
  /** From now on, a POST that bears the token is a delivery, also where its body holds a challenge. @throws {ForgottenError} */
  readonly expect: (token: string) => Promise<void>;
  /** What came after so many; waits that long for the first. @throws {ForgottenError} */
  readonly poll: (after: number, waitSeconds: number) => Promise<Polled>;
  /** Forgets everything, and ends what is under way. */
  readonly close: () => Promise<void>;
}

/** A relay cannot be used; the message says why, and the field what to change. */
export class RelayError extends Error {
  /** Below `events.receiver.relay`. */
  readonly field: "url" | "token" | "module";

  constructor(field: RelayError["field"], message: string) {
    super(message);
    this.field = field;
  }
}

/** A relay knows nothing of the run any more. */
export class ForgottenError extends Error {}
