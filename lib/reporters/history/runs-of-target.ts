import type { RunResult } from "../run-result.ts";
import { type HistoryLine, pastRun } from "./history-line.ts";
import { isSameTarget } from "./is-same-target.ts";
import type { PastRun } from "./past-run.ts";

/** The earlier runs of the target of a run, the oldest first. On loopback, where ports come and go, they do not count. */
export function runsOfTarget(
  history: readonly HistoryLine[],
  { target, startedAt }: Pick<RunResult, "target" | "startedAt">,
): PastRun[] {
  return history
    .map(pastRun)
    .filter((run) => isSameTarget(run.target, target) && run.startedAt < startedAt)
    .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}
