import type { Judgement } from "../../engine/result.ts";
import type { PastRun } from "../history/past-run.ts";
import type { RunResult } from "../run-result.ts";

/** The parts of a page. */
export interface ReportContent {
  readonly result: RunResult;
  readonly judgements: readonly Judgement[];
  /** Earlier runs of the target, the oldest first. */
  readonly earlier: readonly PastRun[];
}
