import type { Verdict } from "../../verdict.ts";
import type { PastRun } from "./past-run.ts";

/** How long a check has been failing. */
export interface FailingSince {
  /** Start of the first run that it failed in, without one in between that it passed in. ISO 8601, UTC. */
  readonly startedAt: string;
  /** In how many earlier runs it failed since then. */
  readonly runs: number;
  /** False when no earlier run is remembered in which it was kept. */
  readonly known: boolean;
}

/** What a run that could not judge says nothing about. */
const SAYS_NOTHING: readonly (Verdict | undefined)[] = [
  undefined,
  "inconclusive",
  "uncovered",
  "inapplicable",
];
const BROKEN: readonly Verdict[] = ["failed", "waived", "errored"];

/**
 * Since which earlier run a check that fails now has failed; undefined when it was kept the last time, or never judged.
 * @param earlier the oldest first
 */
export function failingSince(requirement: string, earlier: readonly PastRun[]): FailingSince | undefined {
  const telling = earlier.filter(({ checks }) => !SAYS_NOTHING.includes(checks.get(requirement)));
  const kept = telling.findLastIndex(({ checks }) => !BROKEN.includes(checks.get(requirement) ?? "passed"));
  const failing = telling.slice(kept + 1);
  const [first] = failing;
  return first && { startedAt: first.startedAt, runs: failing.length, known: kept !== -1 };
}
