import type { RequirementId } from "../requirement/requirement.ts";
import type { CheckResult } from "../record/result.ts";
import type { Verdict } from "../record/verdict.ts";

export const RUN_VERDICTS = {
  conformant: 0,
  "conformant-partial": 0,
  "non-conformant": 1,
  incomplete: 3,
  unreachable: 4,
  defect: 5,
  interrupted: 130,
} as const;

/** The verdict of a run about the whole target. */
export type RunVerdict = keyof typeof RUN_VERDICTS;

/** Verdicts of runs that ended before their plan did, or that had a fault of the suite. Checks do not decide them. */
export const ENDED_EARLY: readonly RunVerdict[] = ["unreachable", "interrupted", "defect"];

/** The end of a run, apart from its checks. */
export interface RunEnding {
  /** Ctrl-C or SIGTERM. */
  readonly interrupted?: boolean;
  /** The target was unreachable. */
  readonly unreachable?: boolean;
  /** A defect of the suite outside of any check. */
  readonly broken?: boolean;
  /** A waiver has expired, or its requirement passes. */
  readonly brokenWaiver?: boolean;
  /** A selector, a level or a skipped area restricted the run. */
  readonly restricted?: boolean;
  /** Whether a run that left something out is incomplete. */
  readonly requireFull?: boolean;
}

const DECIDED: readonly Verdict[] = ["passed", "warned", "waived"];

interface JudgedCheck extends Pick<CheckResult, "verdict"> {
  readonly requirement?: RequirementId;
  readonly follows?: readonly RequirementId[] | undefined;
}

/** Whether only accepted failures prevented a check. Then it is not covered, and the run has no fault. */
function isExcused({ follows = [] }: JudgedCheck, checks: readonly JudgedCheck[]): boolean {
  const waived = checks.filter(({ verdict }) => verdict === "waived");
  return (
    follows.length > 0 && follows.every((root) => waived.some(({ requirement }) => requirement === root))
  );
}

/** The verdict of a run. Its exit code is in {@link RUN_VERDICTS}. A success requires at least one decided check. */
export function runVerdict(checks: readonly JudgedCheck[], ending: RunEnding = {}): RunVerdict {
  const some = (...verdicts: readonly Verdict[]) => checks.some(({ verdict }) => verdicts.includes(verdict));
  if (ending.interrupted === true) return "interrupted";
  if (ending.unreachable === true) return "unreachable";
  if (ending.broken === true || some("errored")) return "defect";
  if (some("failed") || ending.brokenWaiver === true) return "non-conformant";
  const undecided = checks.filter(({ verdict }) => verdict === "inconclusive");
  const isAccepted = (check: JudgedCheck) => isExcused(check, checks);
  if (!undecided.every(isAccepted) || !some(...DECIDED)) return "incomplete";
  if (undecided.length === 0 && !some("uncovered") && ending.restricted !== true) return "conformant";
  return ending.requireFull === true ? "incomplete" : "conformant-partial";
}
