import type { Verdict } from "../../engine/verdict.ts";
import { followersText } from "../root-failures.ts";
import type { RunResult } from "../run-result.ts";
import { type Paint, VERDICT_MARK, VERDICT_STYLE } from "./palette.ts";

/** Lines for a short mail: the ids of failures, and of undecided checks if they decide the verdict. */
export function quietLines(
  { checks, verdict }: Pick<RunResult, "checks" | "verdict">,
  paint: Paint,
): string[] {
  const named = (title: string, ...wanted: readonly Verdict[]) => {
    const members = checks.filter((check) => wanted.includes(check.verdict) && check.follows === undefined);
    const lines = members.flatMap((check) => {
      const mark = paint(VERDICT_STYLE[check.verdict], VERDICT_MARK[check.verdict]);
      const followers = followersText(check, checks);
      return [`  ${mark} ${check.requirement}`, ...(followers === undefined ? [] : [`    ${followers}`])];
    });
    return lines.length === 0 ? [] : [title, ...lines, ""];
  };
  return [
    ...named("Failed:", "failed", "errored"),
    ...(verdict === "incomplete" ? named("Inconclusive:", "inconclusive") : []),
  ];
}
