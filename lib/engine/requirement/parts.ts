import type { Plain } from "./plain.ts";

/** The value of one part of an observation. */
export interface Observed {
  /** The value of each look. If it varies, a list of all values. */
  readonly value: Plain;
  /** Whether all looks saw the same value. */
  readonly stable: boolean;
  /** Only one look is possible. */
  readonly once?: true;
  /** Number of the last exchange that was sent for it. Absent: it used answers to others. */
  readonly exchange?: number;
}

/** The parts of an observation by name, each with its value or the error that explains why it has none. */
export type Parts = Readonly<Record<string, Observed | { readonly error: unknown }>>;
