import type { PastRun } from "../history/past-run.ts";
import type { CheckEvidence } from "../reporter.ts";
import type { RunResult } from "../run-result.ts";

/** The parts of a page. */
export interface ReportContent {
  readonly result: RunResult;
  readonly evidence: readonly CheckEvidence[];
  /** Earlier runs of the target, the oldest first. */
  readonly earlier: readonly PastRun[];
}
