import type { Verdict } from "../../engine/verdict.ts";
import type { PastRun } from "./past-run.ts";

/** How long a check that fails now has been failing. */
export interface FailingSince {
  /** Start of the first run in a row that it failed in; absent: it did not fail the last time. ISO 8601, UTC. */
  readonly startedAt?: string;
  /** How many runs it failed in since then, this one included. */
  readonly runs: number;
  /** Whether a run before that is remembered in which it was kept. */
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
 * Since which run a check that fails now has failed, runs apart that did not judge it; undefined when none ever did.
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
