import type { StoredRunVerdict, StoredVerdict } from "../stored/run-result.ts";

/** A run as the history stores it and pages show it. Its texts are of unknown origin and have a limited length. */
export interface PastRun {
  /** ISO 8601, UTC, with milliseconds. */
  readonly startedAt: string;
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly verdict: StoredRunVerdict;
  readonly runId: string;
  readonly label?: string;
  readonly suite: string;
  readonly depth: string;
  /** The restriction of the run, such as `callback-url only`. */
  readonly scope?: string;
  /** Not negative. */
  readonly requests: number;
  /** Not negative. */
  readonly durationMs: number;
  /** The verdict of each requirement that was run. */
  readonly checks: ReadonlyMap<string, StoredVerdict>;
  /** Relative address of the report of the run. */
  readonly report?: string;
}
