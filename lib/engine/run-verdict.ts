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

/** The verdict of a run about the whole target. */
export type RunVerdict = keyof typeof RUN_VERDICTS;

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

type JudgedCheck = Pick<CheckResult, "verdict"> &
  Partial<Pick<CheckResult, "requirement" | "follows" | "outsideSet">>;

/**
 * Whether only failures that do not fail the run prevented a check. Then it is not covered, and the run has
 * no fault.
 */
function isExcused({ follows = [] }: JudgedCheck, checks: readonly JudgedCheck[]): boolean {
  const excusing = checks.filter(
    ({ verdict, outsideSet }) => verdict === "waived" || outsideSet !== undefined,
  );
  return (
    follows.length > 0 && follows.every((root) => excusing.some(({ requirement }) => requirement === root))
  );
}

/** Whether a requirement of the set was decided. A set also has a check that became stronger. */
export function isDecidedInSet({ verdict, outsideSet }: JudgedCheck): boolean {
  return DECIDED.includes(verdict) && outsideSet !== "newer";
}

/**
 * The verdict of a run. Its exit code is in {@link RUN_VERDICTS}. A success requires at least one decided
 * check of the set. A check that is newer or stronger than in the set of the run cannot make it worse, unless
 * it has a defect.
 */
export function runVerdict(all: readonly JudgedCheck[], ending: RunEnding = {}): RunVerdict {
  const checks = all.filter(({ verdict, outsideSet }) => outsideSet === undefined || verdict === "errored");
  const some = (...verdicts: readonly Verdict[]) => checks.some(({ verdict }) => verdicts.includes(verdict));
  if (ending.interrupted === true) return "interrupted";
  if (ending.unreachable === true) return "unreachable";
  if (ending.broken === true || some("errored")) return "defect";
  if (some("failed") || ending.brokenWaiver === true) return "non-conformant";
  const undecided = checks.filter(({ verdict }) => verdict === "inconclusive");
  const isAccepted = (check: JudgedCheck) => isExcused(check, all);
  if (!undecided.every(isAccepted) || !all.some(isDecidedInSet)) return "incomplete";
  if (undecided.length === 0 && !some("uncovered") && ending.restricted !== true) return "conformant";
  return ending.requireFull === true ? "incomplete" : "conformant-partial";
}
