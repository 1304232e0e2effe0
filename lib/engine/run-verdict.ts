import type { CheckResult } from "./result.ts";
import type { Verdict } from "./verdict.ts";

export const RUN_VERDICTS = {
  conformant: 0,
  "conformant-partial": 0,
  "non-conformant": 1,
  incomplete: 3,
  unreachable: 4,
  defect: 5,
  interrupted: 130,
} as const;

/** What a run says about the target as a whole. */
export type RunVerdict = keyof typeof RUN_VERDICTS;

/** How a run ended, apart from what its checks say. */
export interface RunEnding {
  /** Ctrl-C or SIGTERM. */
  readonly interrupted?: boolean;
  /** The target could not be reached at all. */
  readonly unreachable?: boolean;
  /** Something of ours broke outside of any check. */
  readonly broken?: boolean;
  /** A waiver has expired, or is for a requirement that passes. */
  readonly brokenWaiver?: boolean;
  /** A selector, a level or a skipped area restricted the run. */
  readonly restricted?: boolean;
  /** A run that left something out is incomplete. */
  readonly requireFull?: boolean;
}

type JudgedCheck = Pick<CheckResult, "verdict"> & Partial<Pick<CheckResult, "requirement" | "follows">>;

/** Whether a check was prevented by failures alone that are waived: it is not covered, and no fault of this run. */
function isWaivedBy({ follows = [] }: JudgedCheck, checks: readonly JudgedCheck[]): boolean {
  const waived = checks.filter(({ verdict }) => verdict === "waived").map(({ requirement }) => requirement);
  return follows.length > 0 && follows.every((root) => waived.includes(root));
}

/** The verdict of a run; its exit code is in {@link RUN_VERDICTS}. A green one needs at least one judgement. */
export function runVerdict(checks: readonly JudgedCheck[], ending: RunEnding = {}): RunVerdict {
  const some = (...verdicts: readonly Verdict[]) => checks.some(({ verdict }) => verdicts.includes(verdict));
  if (ending.interrupted === true) return "interrupted";
  if (ending.unreachable === true) return "unreachable";
  if (ending.broken === true || some("errored")) return "defect";
  if (some("failed") || ending.brokenWaiver === true) return "non-conformant";
  const undecided = checks.filter(({ verdict }) => verdict === "inconclusive");
  const isAccepted = (check: JudgedCheck) => isWaivedBy(check, checks);
  if (!undecided.every(isAccepted) || !some("passed", "warned", "waived")) return "incomplete";
  if (undecided.length === 0 && !some("uncovered") && ending.restricted !== true) return "conformant";
  return ending.requireFull === true ? "incomplete" : "conformant-partial";
}
