import type { RunSelection } from "../../reporters/run-result.ts";

/** One side of a comparison: a result, or what a profile pins. */
export interface Subject {
  /** How it is called: target, and when. */
  readonly name: string;
  /** Undefined: a profile, which judges nothing. */
  readonly run?: {
    readonly verdict: string;
    readonly exitCode: number;
    readonly requests: { readonly sent: number };
    readonly depth: string;
    readonly target: { readonly name: string; readonly baseUrl: string };
    /** Undefined: a result of an older version, which does not say it. */
    readonly selection?: RunSelection | undefined;
  };
  /** Whether anything was to be judged: not by a profile, nor by `observe`. */
  readonly judges: boolean;
  readonly checks: readonly JudgedCheck[];
  readonly observations: readonly SeenValue[];
  /** How far the run came with each operation that the document only names, as far as it tells. */
  readonly operations?: ReadonlyMap<string, string>;
  /** Why there is less to compare than one may expect, as a sentence. */
  readonly note?: string;
  /** A profile's other facts that verdicts depend on. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface JudgedCheck {
  readonly requirement: string;
  readonly verdict: string;
  /** The stable code of why it was not checked. */
  readonly code?: string | undefined;
  /** The failures that explain it. */
  readonly follows?: readonly string[] | undefined;
  /** Why it is not `passed`, in a line. */
  readonly why?: string;
}

export interface SeenValue {
  readonly requirement: string;
  /** `{ value, stable }`; undefined: not observed. */
  readonly value: unknown;
}
