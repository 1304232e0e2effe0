import type { StoredVerdict } from "../stored/run-result.ts";
import type { PastRun } from "./history-line.ts";

/** For how long a check, an area or a target fails. */
export interface FailingStreak {
  /** Start of its first failing run, ISO 8601, UTC. */
  readonly startedAt: string;
  /** The number of failing runs. */
  readonly runs: number;
  /** Whether an earlier run is known in which it did not fail. */
  readonly known: boolean;
}

const BROKEN: readonly (StoredVerdict | undefined)[] = ["failed", "waived", "errored"];
const KEPT: readonly (StoredVerdict | undefined)[] = ["passed", "warned", "observed"];
/** Verdicts that end the failure of a check. */
const ENDED: readonly (StoredVerdict | undefined)[] = [...KEPT, "inapplicable"];

/**
 * Finds since when some checks fail. A failure lasts until a run decides the same check: a run of other checks
 * says nothing about it. Undefined: they do not fail.
 * @param runs the oldest first
 * @param ids one requirement, or those of an area
 */
export function failingStreak(runs: readonly PastRun[], ids: readonly string[]): FailingStreak | undefined {
  return streak(runs, ({ checks }) => {
    const broken = ids.filter((id) => BROKEN.includes(checks.get(id)));
    const isGood = broken.length === 0 && ids.some((id) => KEPT.includes(checks.get(id)));
    return { broken, fails: broken.length > 0, isGood };
  });
}

/** The same of a whole target, by the runs that ended as `non-conformant`. */
export function targetStreak(runs: readonly PastRun[]): FailingStreak | undefined {
  return streak(runs, ({ verdict, checks }) => {
    const fails = verdict === "non-conformant";
    const broken = fails ? [...checks].flatMap(([id, one]) => (one === "failed" ? [id] : [])) : [];
    return { broken, fails, isGood: verdict === "conformant" || verdict === "conformant-partial" };
  });
}

/** The last runs of a target without an answer, one after the other. Undefined: the last run got answers. */
export function unreachableStreak(runs: readonly PastRun[]): FailingStreak | undefined {
  const reached = runs.findLastIndex(({ verdict }) => verdict !== "unreachable");
  const first = runs[reached + 1];
  if (first === undefined) return undefined;
  return { startedAt: first.startedAt, runs: runs.length - reached - 1, known: reached !== -1 };
}

interface Finding {
  readonly broken: readonly string[];
  readonly fails: boolean;
  /** The run decided something, and nothing failed. */
  readonly isGood: boolean;
}

function streak(runs: readonly PastRun[], findingOf: (run: PastRun) => Finding): FailingStreak | undefined {
  let found: FailingStreak | undefined;
  let open: readonly string[] = [];
  let known = false;
  for (const run of runs) {
    const { broken, fails, isGood } = findingOf(run);
    const left = open.filter((id) => !ENDED.includes(run.checks.get(id)));
    if (fails) {
      found = { startedAt: found?.startedAt ?? run.startedAt, runs: (found?.runs ?? 0) + 1, known };
      open = [...new Set([...left, ...broken])];
    } else if (isGood) {
      open = left;
      if (open.length > 0) continue;
      found = undefined;
      known = true;
    }
  }
  return found;
}
