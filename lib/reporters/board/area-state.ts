import type { Verdict } from "../../engine/verdict.ts";
import { VERDICTS_WORST_FIRST } from "../worst-first.ts";
import type { BoardRun, BoardTarget } from "./board-run.ts";
import { areaStreak, type FailingStreak } from "./failing-streak.ts";
import { verdictAt } from "./verdict-register.ts";

/** The state of one area of a target after its last run. */
export interface AreaState {
  /** The worst verdict of the last run. Undefined: the run did not check the area. */
  readonly verdict?: Verdict;
  /** The number of checks with this verdict. */
  readonly count: number;
  /** The run left out checks of the area that other runs have. */
  readonly isPart: boolean;
  readonly since?: FailingStreak;
}

/** Finds the state of an area. @param indexes its requirements */
export function areaState({ runs, last }: BoardTarget, indexes: readonly number[]): AreaState {
  const verdicts = indexes.flatMap((index) => verdictAt(last.checks, index) ?? []);
  const verdict = VERDICTS_WORST_FIRST.find((one) => verdicts.includes(one));
  const since = areaStreak(runs, indexes);
  return {
    ...(verdict !== undefined && { verdict }),
    count: verdicts.filter((one) => one === verdict).length,
    isPart: verdict !== undefined && leavesOut(last) && verdicts.length < indexes.length,
    ...(since !== undefined && { since }),
  };
}

function leavesOut({ scope, verdict }: BoardRun): boolean {
  return scope !== undefined || verdict === "interrupted";
}
