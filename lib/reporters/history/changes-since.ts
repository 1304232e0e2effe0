import type { StoredVerdict } from "../stored/run-result.ts";
import type { PastVerdicts } from "./past-run.ts";

/** One check with a new verdict. */
export interface ChangedVerdict {
  readonly requirement: string;
  readonly before: StoredVerdict;
  readonly after: StoredVerdict;
}

/** Changes from one run to the next. Each check is in one list. */
export interface RunChanges {
  readonly broken: readonly ChangedVerdict[];
  readonly mended: readonly ChangedVerdict[];
  readonly other: readonly ChangedVerdict[];
  /** The number of decided checks that only this run has. */
  readonly added: number;
  readonly gone: number;
}

const BROKEN: readonly StoredVerdict[] = ["failed", "errored"];
const JUDGED: readonly StoredVerdict[] = ["passed", "failed", "waived", "warned"];

/** Compares the checks of two runs. */
export function changesSince(before: PastVerdicts, after: PastVerdicts): RunChanges {
  const changed = [...after].flatMap(([requirement, verdict]): ChangedVerdict[] => {
    const was = before.get(requirement);
    return was === undefined || was === verdict ? [] : [{ requirement, before: was, after: verdict }];
  });
  return {
    broken: changed.filter(({ after: is }) => BROKEN.includes(is)),
    mended: changed.filter(({ before: was, after: is }) => BROKEN.includes(was) && is === "passed"),
    other: changed.filter(
      ({ before: was, after: is }) => !BROKEN.includes(is) && !(BROKEN.includes(was) && is === "passed"),
    ),
    added: judgedOnlyIn(after, before),
    gone: judgedOnlyIn(before, after),
  };
}

function judgedOnlyIn(one: PastVerdicts, other: PastVerdicts): number {
  return [...one].filter(([id, verdict]) => JUDGED.includes(verdict) && other.get(id) === undefined).length;
}
