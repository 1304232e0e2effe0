import type { RunResult, StoredCheck, StoredObservation } from "../../reporters/stored/run-result.ts";

/** One side of a comparison: a result, or the pins of a profile. */
export interface Subject {
  /** Its name in the output: target, and time. */
  readonly name: string;
  /** Undefined: a profile, which checks nothing. */
  readonly run?: Pick<RunResult, "verdict" | "exitCode" | "requests" | "depth" | "target" | "selection">;
  /** Whether the subject has checks. A profile and a result of `observe` have none. */
  readonly judges: boolean;
  readonly checks: readonly JudgedCheck[];
  readonly observations: readonly Pick<StoredObservation, "requirement" | "value">[];
  /** How far the run came with each operation that the document only names, as far as known. */
  readonly operations?: RunResult["coverage"]["operations"];
  /** Explains in a sentence why there is less to compare than expected. */
  readonly note?: string;
  /** Other facts of a profile that change verdicts. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export type JudgedCheck = Pick<
  StoredCheck,
  "requirement" | "verdict" | "code" | "follows" | "reason" | "violation"
>;

const KEPT: readonly StoredCheck["verdict"][] = ["passed", "warned"];
const CHECKED: readonly StoredCheck["verdict"][] = [...KEPT, "failed", "waived"];

/** Whether a side has decided a check. */
export function isChecked(check: JudgedCheck | undefined): boolean {
  return check !== undefined && CHECKED.includes(check.verdict);
}

/** Whether a side has decided that the target keeps a requirement. */
export function isKept(check: JudgedCheck | undefined): boolean {
  return check !== undefined && KEPT.includes(check.verdict);
}
