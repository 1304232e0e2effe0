import type { CheckEvidence } from "../stored/evidence-schema.ts";
import type { PastRun } from "../history/history-line.ts";
import type { RunResult } from "../stored/run-result.ts";

/** Everything that the page of one run shows. */
export interface ReportContent {
  readonly result: RunResult;
  readonly evidence: readonly CheckEvidence[];
  /** Earlier runs of the target, the oldest first. */
  readonly earlier: readonly PastRun[];
}

/** All runs of one target, the oldest first. There is at least one. */
export interface BoardTarget {
  readonly name: string;
  readonly baseUrl: string;
  readonly runs: readonly PastRun[];
  readonly last: PastRun;
  /** The folders of the runs, that of the last run first. Of unknown origin. */
  readonly folders: readonly string[];
}

/** Something that could not be read, or is doubtful. */
export interface BoardProblem {
  /** File or folder. Of unknown origin. */
  readonly place: string;
  /** One sentence without its full stop. */
  readonly why: string;
}

/** Everything that the page of many targets shows. */
export interface BoardContent {
  readonly targets: readonly BoardTarget[];
  /** The areas in the order of their columns, with their requirements. */
  readonly areas: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly BoardProblem[];
  /** The number of days in each strip. */
  readonly nights: number;
  /** The last result of a target is stale after this number of days. */
  readonly staleDays: number;
  readonly builtAt: Date;
}

const MAX_FOLDERS = 4;

/** Names the folders of a target, since each of them may claim its name. Undefined: all runs are from one folder. */
export function foldersText({ folders }: Pick<BoardTarget, "folders">): string | undefined {
  if (folders.length < 2) return undefined;
  const shown = folders.slice(0, MAX_FOLDERS).join(", ");
  const left = folders.length - MAX_FOLDERS;
  return `runs from ${folders.length} folders, the last one first: ${shown}${left > 0 ? ` and ${left} more` : ""}`;
}
