import type { Verdict } from "../../engine/verdict.ts";
import type { RunResult } from "../run-result.ts";
import { type Paint, VERDICT_MARK, VERDICT_STYLE } from "./palette.ts";

/** What a short mail has to name: the ids of what failed, and of what could not be decided where that is the verdict. */
export function quietLines(
  { checks, verdict }: Pick<RunResult, "checks" | "verdict">,
  paint: Paint,
): string[] {
  const named = (title: string, ...wanted: readonly Verdict[]) => {
    const members = checks.filter((check) => wanted.includes(check.verdict));
    const lines = members.map(
      (check) => `  ${paint(VERDICT_STYLE[check.verdict], VERDICT_MARK[check.verdict])} ${check.requirement}`,
    );
    return lines.length === 0 ? [] : [title, ...lines, ""];
  };
  return [
    ...named("Failed:", "failed", "errored"),
    ...(verdict === "incomplete" ? named("Inconclusive:", "inconclusive") : []),
  ];
}
