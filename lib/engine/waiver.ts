/** An accepted failure, and where it stands. */
export interface Waiver {
  /** Id of the requirement whose failure is accepted. */
  readonly requirement: string;
  readonly reason: string;
  /** Who answers for it. */
  readonly owner: string;
  /** Last day (UTC) on which it holds, for example `2026-12-31`. */
  readonly expires: string;
  /** File as shown to a user; line and column count from 1. */
  readonly at: { readonly file: string; readonly line: number; readonly column: number };
}
