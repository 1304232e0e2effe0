import type { RunVerdict } from "../../engine/run-verdict.ts";
import type { PackedVerdicts } from "./verdict-register.ts";

/** A run as the board shows it. Its texts are of unknown origin and have a limited length. */
export interface BoardRun {
  /** ISO 8601, UTC, with milliseconds. */
  readonly startedAt: string;
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly verdict: RunVerdict;
  readonly runId?: string;
  readonly label?: string;
  readonly suite: string;
  readonly depth: string;
  /** The restriction of the run, such as `callback-url only`. */
  readonly scope?: string;
  /** Not negative. */
  readonly requests: number;
  /** Not negative. Absent: an older version did not record it. */
  readonly durationMs?: number;
  readonly checks: PackedVerdicts;
  /** Relative address of the report of the run. */
  readonly report?: string;
}

/** All runs of one target, the oldest first. There is at least one. */
export interface BoardTarget {
  readonly name: string;
  readonly baseUrl: string;
  readonly runs: readonly BoardRun[];
  readonly last: BoardRun;
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

/** Everything that the page shows. */
export interface BoardContent {
  readonly targets: readonly BoardTarget[];
  /** The areas in the order of their columns, with the indexes of their requirements. */
  readonly areas: ReadonlyMap<string, readonly number[]>;
  readonly problems: readonly BoardProblem[];
  /** The number of days in each strip. */
  readonly nights: number;
  /** The last result of a target is stale after this number of days. */
  readonly staleDays: number;
  readonly builtAt: Date;
}
