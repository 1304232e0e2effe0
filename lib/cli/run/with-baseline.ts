import { waiverProblem } from "../../engine/settle-waivers.ts";
import { restrictionText } from "../../reporters/restriction-text.ts";
import { rootFailures } from "../../reporters/root-failures.ts";
import type { RunBaseline, RunResult } from "../../reporters/run-result.ts";
import { checkedLess } from "../compare/checked-less.ts";
import { resultSubject } from "../compare/result-subject.ts";
import type { Baseline } from "./read-baseline.ts";

const FAILED: readonly string[] = ["failed", "waived"];
/** Exit codes of runs that ended early, which no baseline changes: unreachable, defect, interrupted. */
const KEPT_CODES: readonly number[] = [4, 5, 130];

/** Adds known and new failures to a result. */
export function withBaseline(
  result: RunResult,
  baseline: Baseline | undefined,
  requireFull: boolean,
): RunResult {
  if (baseline === undefined) return result;
  const failedBefore = new Set(failedIn(baseline));
  const roots = rootFailures(result.checks, ["failed"]).map(({ requirement }) => requirement);
  const compared = {
    path: baseline.path,
    known: roots.filter((id) => failedBefore.has(id)),
    new: roots.filter((id) => !failedBefore.has(id)),
    checkedLess: checkedLess(baseline.subject, resultSubject(result)),
  };
  return { ...result, baseline: { ...compared, exitCode: exitCodeOf(result, compared, requireFull) } };
}

/** The requirements that failed in a baseline. */
export function failedIn({ subject: { checks } }: Baseline): readonly string[] {
  return checks.flatMap(({ requirement, verdict }) => (FAILED.includes(verdict) ? [requirement] : []));
}

function exitCodeOf(
  result: RunResult,
  { new: fresh, checkedLess: less }: Pick<RunBaseline, "new" | "checkedLess">,
  requireFull: boolean,
): number {
  const { exitCode, waivers, checks, coverage, selection } = result;
  if (KEPT_CODES.includes(exitCode)) return exitCode;
  if (fresh.length > 0 || waivers.some((waiver) => waiverProblem(waiver) !== undefined)) return 1;
  const isCovered = checks.every(
    ({ verdict, outsideSet }) => verdict !== "uncovered" || outsideSet !== undefined,
  );
  const isFull = isCovered && restrictionText(selection) === undefined;
  return less.length > 0 || coverage.judged === 0 || (requireFull && !isFull) ? 3 : 0;
}
