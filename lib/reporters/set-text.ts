import type { CheckResult } from "../engine/result.ts";
import type { RunResult } from "./run-result.ts";

/** Names the set of a run: `set 2026-09-22`. Undefined: every check counted. */
export function setText(selection: RunResult["selection"]): string | undefined {
  return selection?.set === undefined ? undefined : `set ${selection.set}`;
}

/** Explains why a check cannot fail its run. Undefined: it can. */
export function outsideText({ outsideSet }: Pick<CheckResult, "outsideSet">): string | undefined {
  if (outsideSet === undefined) return undefined;
  const how = outsideSet === "newer" ? "newer than the set" : "stronger than in the set";
  return `The check is ${how} of this run, so it only warns.`;
}

/** Counts the warnings of checks that cannot fail their run. Undefined: none. */
export function outsideCount(checks: readonly CheckResult[]): string | undefined {
  const count = checks.filter((check) => check.verdict === "warned" && check.outsideSet !== undefined).length;
  if (count === 0) return undefined;
  return `${count} newer or stronger ${count === 1 ? "check" : "checks"} warned`;
}
