import type { Verdict } from "../../engine/verdict.ts";
import type { PastRun } from "./past-run.ts";

/** For how long a failing check has been failing. */
export interface FailingSince {
  /** Start of the first of these runs, ISO 8601, UTC. Absent: the check did not fail last time. */
  readonly startedAt?: string;
  /** The number of failing runs since then, with this one. */
  readonly runs: number;
  /** Whether the history contains an earlier run in which the check passed. */
  readonly known: boolean;
}

/** Verdicts that neither pass nor fail. */
const SAYS_NOTHING: readonly (Verdict | undefined)[] = [
  undefined,
  "inconclusive",
  "uncovered",
  "inapplicable",
];
const BROKEN: readonly Verdict[] = ["failed", "waived", "errored"];

/**
 * Finds the run since which a check has been failing. Runs that did not decide it do not count. Undefined: it
 * did not fail before.
 * @param earlier the oldest first
 */
export function failingSince(requirement: string, earlier: readonly PastRun[]): FailingSince | undefined {
  const telling = earlier.filter(({ checks }) => !SAYS_NOTHING.includes(checks.get(requirement)));
  if (telling.length === 0) return undefined;
  const kept = telling.findLastIndex(({ checks }) => !BROKEN.includes(checks.get(requirement) ?? "passed"));
  const failing = telling.slice(kept + 1);
  const [first] = failing;
  return { ...(first && { startedAt: first.startedAt }), runs: failing.length + 1, known: kept !== -1 };
}
