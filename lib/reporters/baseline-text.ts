import { failureCount } from "./root-failures.ts";
import type { RunResult } from "./run-result.ts";

/** `1 failure, 17 follow from it`, or with a baseline `2 known failures, 0 new`; undefined: nothing failed. */
export function failuresText({
  checks,
  baseline,
}: Pick<RunResult, "checks" | "baseline">): string | undefined {
  const failures = failureCount(checks);
  if (baseline === undefined || failures === undefined) return failures;
  const { known, new: fresh } = baseline;
  return `${known.length} known ${known.length === 1 ? "failure" : "failures"}, ${fresh.length} new`;
}

/** The highest exit code of a run that came to its end. No baseline changes a higher one. */
const LAST_OF_WHOLE_RUNS = 3;

/** `exit 1`, or with a baseline `exit 0 by --baseline`. */
export function exitText({ exitCode, baseline }: Pick<RunResult, "exitCode" | "baseline">): string {
  return baseline === undefined || exitCode > LAST_OF_WHOLE_RUNS
    ? `exit ${exitCode}`
    : `exit ${baseline.exitCode} by --baseline`;
}

/** Whether a failure also fails in the baseline of the run. */
export function isKnown(
  { requirement }: { readonly requirement: string },
  { baseline }: Pick<RunResult, "baseline">,
): boolean {
  return baseline?.known.includes(requirement) === true;
}
