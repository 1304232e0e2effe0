import { compareSubjects, NOT_RUN } from "./compare.ts";
import type { Subject } from "./subject.ts";

/** The verdicts of one requirement, one for each run. */
export interface MatrixRow {
  readonly requirement: string;
  readonly verdicts: readonly string[];
}

/** Three or more runs, side by side. */
export interface Matrix {
  readonly runs: readonly { readonly name: string; readonly verdict: string; readonly requests: number }[];
  /** The requirements whose verdict is not the same in all runs that checked something. */
  readonly rows: readonly MatrixRow[];
  /** How many requirements have the same verdict in all runs. */
  readonly same: number;
  /** The earlier runs that were better than the last one, and the checks that the last one lost. */
  readonly worseThan: readonly {
    /** Counted from 1. */
    readonly run: number;
    readonly checkedLess: readonly string[];
  }[];
  /** The last run is worse than an earlier one. */
  readonly regression: boolean;
}

/** Puts the verdicts of runs side by side, and compares the last run with each of the others. */
export function matrixOf(subjects: readonly Subject[]): Matrix {
  const verdicts = subjects.map(
    ({ checks }) => new Map(checks.map(({ requirement, verdict }) => [requirement, verdict])),
  );
  const ids = new Set(subjects.flatMap(({ checks }) => checks.map(({ requirement }) => requirement)));
  const rows = [...ids].map((requirement) => ({
    requirement,
    verdicts: verdicts.map((run) => run.get(requirement) ?? NOT_RUN),
  }));
  const isChecked = verdicts.map(({ size }) => size > 0);
  const differing = rows.filter((row) => new Set(row.verdicts.filter((_, run) => isChecked[run])).size > 1);
  const worseThan = worse(subjects);
  return {
    runs: subjects.map(({ name, run }) => ({
      name,
      verdict: run?.verdict ?? NOT_RUN,
      requests: run?.requests.sent ?? 0,
    })),
    rows: differing,
    same: rows.length - differing.length,
    worseThan,
    regression: worseThan.length > 0,
  };
}

function worse(subjects: readonly Subject[]): Matrix["worseThan"] {
  const last = subjects.at(-1);
  if (last === undefined) return [];
  return subjects.slice(0, -1).flatMap((earlier, index) => {
    const { regression, checkedLess } = compareSubjects(earlier, last);
    return regression ? [{ run: index + 1, checkedLess }] : [];
  });
}
