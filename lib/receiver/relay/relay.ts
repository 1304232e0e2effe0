import type * as z from "zod";
import type { AnswerPlan, AnswerStep } from "../answer-plan.ts";
import type { Arrival, StrayRequest } from "../arrival.ts";
import type { Echo } from "../echo.ts";
import type { openedSchema } from "./wire.ts";

/** The answer of a relay to a request without a plan. */
export interface RelayDefaults {
  readonly acknowledge: AnswerStep | undefined;
  /** Forms of handshakes. */
  readonly echo: Echo | undefined;
}

/** The answer of a relay to a new run. */
export interface Opened extends Omit<z.output<typeof openedSchema>, "publicUrl"> {
  /** The URL for senders: origin, with a path if it has one, without a slash at its end. */
  readonly url: string;
}

/** The arrivals of a relay, by its clocks, numbered from 1 since it was opened. */
export interface Polled {
  readonly arrivals: readonly Arrival[];
  /** The last handshakes. */
  readonly handshakes: readonly Arrival[];
  /** The last requests without a part of a URL of the run. */
  readonly strays: readonly StrayRequest[];
  /** Number of refused connections, because too many were open. May be unknown. */
  readonly refused?: number;
  readonly more: boolean;
  /** The relay has more than it keeps. */
  readonly isFull: boolean;
}

/** A host elsewhere that receives for a run. Each method may throw a {@link RelayError}. */
export interface Relay {
  /** Begins to receive. @throws {RelayError} when it cannot */
  readonly open: (manners: RelayDefaults) => Promise<Opened>;
  /** @throws {ForgottenError} */
  readonly plan: (token: string, steps: AnswerPlan) => Promise<void>;
  /**
   * From now on, a POST with the token is a delivery, even if its body contains a challenge.
   * @throws {ForgottenError}
   */
  readonly expect: (token: string) => Promise<void>;
  /**
   * The arrivals after this number. Waits this long for the first one.
   * @throws {ForgottenError}
   */
  readonly poll: (after: number, waitSeconds: number) => Promise<Polled>;
  /** Drops everything, and ends open requests. */
  readonly close: () => Promise<void>;
}

/** A relay cannot be used. The message says why, and the field names what to change. */
export class RelayError extends Error {
  /** Below `events.receiver.relay`. */
  readonly field: "url" | "token" | "module";

  constructor(field: RelayError["field"], message: string) {
    super(message);
    this.field = field;
  }
}

/** A relay has forgotten the run. */
export class ForgottenError extends Error {}
