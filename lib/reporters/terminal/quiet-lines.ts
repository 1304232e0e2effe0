import { followersText } from "../text/root-failures.ts";
import type { RunResult, StoredCheck, StoredVerdict } from "../stored/run-result.ts";
import { type Paint, VERDICT_STYLE } from "./palette.ts";
import { VERDICT_MARK } from "../text/verdict-mark.ts";

const MAX_UNDECIDED = 10;

/** Lines for a short mail: the ids of failures, and of some undecided checks if they decide the verdict. */
export function quietLines(
  { checks, verdict }: Pick<RunResult, "checks" | "verdict">,
  paint: Paint,
): string[] {
  const those = (...wanted: readonly StoredVerdict[]) =>
    checks.filter((check) => wanted.includes(check.verdict) && check.follows === undefined);
  const lineOf = (check: StoredCheck) => {
    const mark = paint(VERDICT_STYLE[check.verdict], VERDICT_MARK[check.verdict]);
    const followers = followersText(check, checks);
    return [`  ${mark} ${check.requirement}`, ...(followers === undefined ? [] : [`    ${followers}`])];
  };
  const undecided = verdict === "incomplete" ? those("inconclusive") : [];
  const left = undecided.length - MAX_UNDECIDED;
  return [
    ...titled("Failed:", those("failed", "errored").flatMap(lineOf)),
    ...titled("Inconclusive:", [
      ...undecided.slice(0, MAX_UNDECIDED).flatMap(lineOf),
      ...(left > 0 ? [`  … and ${left} more, in the results`] : []),
    ]),
  ];
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines, ""];
}
