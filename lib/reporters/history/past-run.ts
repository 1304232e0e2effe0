import type { RunVerdict } from "../../engine/run-verdict.ts";
import type { Verdict } from "../../engine/verdict.ts";

/** The verdicts of the checks of a run, by requirement. */
export interface PastVerdicts extends Iterable<readonly [requirement: string, verdict: Verdict]> {
  /** Undefined: not run. */
  get(requirement: string): Verdict | undefined;
}

/** A run as the history stores it and pages show it. Its texts are of unknown origin and have a limited length. */
export interface PastRun {
  /** ISO 8601, UTC, with milliseconds. */
  readonly startedAt: string;
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly verdict: RunVerdict;
  readonly runId?: string;
  readonly label?: string;
  readonly suite: string;
  readonly depth: string;
  /** The restriction of the run, such as `callback-url only`. */
  readonly scope?: string;
  /** Not negative. */
  readonly requests: number;
  /** Not negative. Absent: an older version did not record it. */
  readonly durationMs?: number;
  readonly checks: PastVerdicts;
  /** Relative address of the report of the run. */
  readonly report?: string;
}
