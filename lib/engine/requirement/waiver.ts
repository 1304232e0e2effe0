/** An accepted failure, and its place in a file. */
export interface Waiver {
  /** Id of the requirement whose failure is accepted. */
  readonly requirement: string;
  readonly reason: string;
  /** The person or team responsible. */
  readonly owner: string;
  /** Last day (UTC) of the waiver, for example `2026-12-31`. */
  readonly expires: string;
  /** File as shown to users. Line and column count from 1. */
  readonly at: { readonly file: string; readonly line: number; readonly column: number };
}
