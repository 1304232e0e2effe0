import { isLoopback } from "../../text/is-loopback.ts";
import type { RunResult } from "../run-result.ts";
import { type HistoryLine, pastRun } from "./history-line.ts";
import type { PastRun } from "./past-run.ts";

/** The earlier runs of the target of a run, the oldest first. On loopback, where ports come and go, they do not count. */
export function runsOfTarget(
  history: readonly HistoryLine[],
  { target, startedAt }: Pick<RunResult, "target" | "startedAt">,
): PastRun[] {
  return history
    .flatMap((line) => pastRun(line) ?? [])
    .filter((run) => run.target.name === target.name && run.startedAt < startedAt)
    .filter(
      ({ target: { baseUrl } }) => baseUrl === undefined || placeOf(baseUrl) === placeOf(target.baseUrl),
    )
    .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}

function placeOf(baseUrl: string): string {
  return isLoopback(baseUrl) ? "this machine" : baseUrl;
}
