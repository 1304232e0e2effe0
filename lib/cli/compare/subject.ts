import type { RunSelection } from "../../reporters/stored/run-result.ts";

/** One side of a comparison: a result, or the pins of a profile. */
export interface Subject {
  /** Its name in the output: target, and time. */
  readonly name: string;
  /** Undefined: a profile, which checks nothing. */
  readonly run?: {
    readonly verdict: string;
    readonly exitCode: number;
    readonly requests: { readonly sent: number };
    readonly depth: string;
    readonly target: { readonly name: string; readonly baseUrl: string };
    /** Undefined: the run only observed. */
    readonly selection?: RunSelection | undefined;
  };
  /** Whether the subject has checks. A profile and a result of `observe` have none. */
  readonly judges: boolean;
  readonly checks: readonly JudgedCheck[];
  readonly observations: readonly SeenValue[];
  /** How far the run came with each operation that the document only names, as far as known. */
  readonly operations?: ReadonlyMap<string, string>;
  /** Explains in a sentence why there is less to compare than expected. */
  readonly note?: string;
  /** Other facts of a profile that change verdicts. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface JudgedCheck {
  readonly requirement: string;
  readonly verdict: string;
  /** The stable code of the reason for no verdict. */
  readonly code?: string | undefined;
  /** The failures that explain it. */
  readonly follows?: readonly string[] | undefined;
  /** Explains in one line why it is not `passed`. */
  readonly why?: string;
}

export interface SeenValue {
  readonly requirement: string;
  /** `{ value, stable }`; undefined: not observed. */
  readonly value: unknown;
}
