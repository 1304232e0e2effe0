import type { Evidence } from "../../engine/verdict.ts";

/** One offence at one door: a request that must be refused. Each sending is a new request. */
export interface Attempt {
  /** As reports name it, for example `disable with an unknown API key`. */
  readonly name: string;
  /** The name of its offence. */
  readonly offence: string;
  /** The name of its door. */
  readonly door: string;
  /** Values that only this attempt has sent: where one is stored, it had an effect. */
  readonly values?: ReadonlySet<string>;
  /** Undefined: no answer came. */
  readonly send: () => Promise<AttemptResult | undefined>;
  /**
   * Sends the same request without the difference that is tried: it must be refused as well. Default: the twin is a valid
   * request, which the situation has seen granted.
   */
  readonly sendWithout?: () => Promise<AttemptResult | undefined>;
  /** The single differences that this attempt tries together. */
  readonly parts?: readonly Attempt[];
}

/** The answer to an attempt. */
export interface AttemptResult {
  readonly isGranted: boolean;
  /** Whether the answer alone shows the fault. Otherwise its effect decides. */
  readonly isProof: boolean;
  readonly exchange: number;
  /** Default of `expected`: the attempt to be refused. */
  readonly evidence: Pick<Evidence, "actual" | "deviations" | "witness"> & { readonly expected?: string };
}

/** A state, a merchant and a moment in which attempts are made, and the readings that show their effects. */
export interface Situation {
  /**
   * Brings the situation about, and reads it.
   * @throws {InconclusiveError} when it cannot be brought about again after an attempt
   */
  readonly enter: () => Promise<void>;
  /**
   * Reads again. Returns whether an attempt may have changed something that may also change by itself.
   * @throws {Violation} when something has changed that only an attempt can have changed
   */
  readonly isDisturbed: (sent: readonly Attempt[]) => Promise<boolean>;
  /** Whether the target makes such a change by itself, as far as the run can measure it. */
  readonly isUnsteady: () => Promise<boolean>;
  /** Called when an attempt has made such a change each time. @throws {Violation} */
  readonly accuse: (culprit: Attempt) => void;
  /** So many times in a row such a change is no chance. */
  readonly tellingRepetitions: number;
}
