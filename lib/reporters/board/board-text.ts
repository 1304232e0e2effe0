import type { BoardContent, BoardTarget } from "./board-run.ts";
import type { FailingStreak } from "./failing-streak.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const DAY_MS = 86_400_000;
const LARGE = 1e9;
const MINUTE_S = 60;

/** `21 Nov 2026`. @param iso ISO 8601 */
export function dayText(iso: string): string {
  return DAY.format(new Date(iso));
}

/** `3,400`, and `1.0e+300` for a number that no run reaches. */
export function countText(count: number): string {
  return count < LARGE ? Math.round(count).toLocaleString("en-GB") : count.toExponential(1);
}

/** `5.9 s`, or `4.5 min`. */
export function runTimeText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < MINUTE_S) return `${seconds.toFixed(1)} s`;
  const minutes = seconds / MINUTE_S;
  return `${minutes < LARGE ? minutes.toLocaleString("en-GB", { maximumFractionDigits: 1 }) : countText(minutes)} min`;
}

/** `1 failed check`, `2 failed checks`. */
export function numberOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** `since 3 Nov 2026 (12 runs)`. */
export function sinceText({ startedAt, runs, known }: FailingStreak): string {
  const from = known ? "since" : "since the first known run,";
  return `${from} ${dayText(startedAt)} (${numberOf(runs, "run")})`;
}

const MAX_FOLDERS = 4;

/** Names the folders of a target, since each of them may claim its name. Undefined: all runs are from one folder. */
export function foldersText({ folders }: Pick<BoardTarget, "folders">): string | undefined {
  if (folders.length < 2) return undefined;
  const shown = folders.slice(0, MAX_FOLDERS).join(", ");
  const left = folders.length - MAX_FOLDERS;
  return `runs from ${folders.length} folders, the last one first: ${shown}${left > 0 ? ` and ${left} more` : ""}`;
}

/** Full days since the last run of a target began. */
export function ageDays({ last }: BoardTarget, { builtAt }: Pick<BoardContent, "builtAt">): number {
  return Math.max(0, Math.floor((builtAt.getTime() - Date.parse(last.startedAt)) / DAY_MS));
}

/** Whether the last run of a target is too old to say how the target is now. */
export function isStale(target: BoardTarget, content: Pick<BoardContent, "builtAt" | "staleDays">): boolean {
  return ageDays(target, content) >= content.staleDays;
}

/** The days of every strip, the oldest first: `2026-11-21`. They end with the day of the newest run. */
export function shownDays({ targets, nights }: Pick<BoardContent, "targets" | "nights">): string[] {
  const newest = Math.max(...targets.map(({ last }) => Date.parse(last.startedAt)));
  return Array.from({ length: nights }, (_, at) =>
    new Date(newest - (nights - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
}
