import { markHtml } from "../page/runs-html.ts";
import { VERDICT_TONE } from "../page/verdict-tone.ts";
import { RUN_VERDICTS_WORST_FIRST } from "../worst-first.ts";
import type { BoardRun, BoardTarget } from "./board-run.ts";
import { dayText, numberOf } from "./board-text.ts";

/** The runs of one day. */
export interface Night {
  /** `2026-11-21`, UTC. */
  readonly day: string;
  /** The oldest first. */
  readonly runs: readonly BoardRun[];
}

/** The runs of a target by day, also the days without one. */
export function nightsOf({ runs }: BoardTarget, days: readonly string[]): Night[] {
  const byDay = Map.groupBy(runs, ({ startedAt }) => startedAt.slice(0, 10));
  return days.map((day) => ({ day, runs: byDay.get(day) ?? [] }));
}

/** One small cell for each night. The worst run of a day decides its cell: a second run must not hide the first. */
export function stripHtml(nights: readonly Night[]): string {
  return `<ol class="strip nights" aria-label="Verdict of each night">${nights.map(cellHtml).join("")}</ol>`;
}

function cellHtml({ day, runs }: Night): string {
  const worst = RUN_VERDICTS_WORST_FIRST.find((one) => runs.some(({ verdict }) => verdict === one));
  if (worst === undefined) return markHtml("none empty", "", `${dayText(day)}: no run`);
  const verdicts = runs.map(({ verdict }) => verdict).join(", ");
  const number = runs.length === 1 ? "" : `${numberOf(runs.length, "run")}, `;
  const { tone, mark } = VERDICT_TONE[worst];
  return markHtml(tone, mark, `${dayText(day)}: ${number}${verdicts}`);
}
