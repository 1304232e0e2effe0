import { terminalText } from "../../text/terminal-text.ts";
import type { RunResult } from "../run-result.ts";
import { type Paint, VERDICT_MARK, VERDICT_STYLE } from "./palette.ts";

/** The known failures of the baseline, and how the run checked less. */
export function baselineLines({ baseline }: Pick<RunResult, "baseline">, paint: Paint): string[] {
  if (baseline === undefined) return [];
  const { known, checkedLess } = baseline;
  const path = terminalText(baseline.path);
  return [
    ...block(
      `Known failures, which also fail in the baseline ${path}:`,
      known.map((id) => `${paint(VERDICT_STYLE.failed, VERDICT_MARK.failed)} ${id}`),
    ),
    ...block(
      `Less checked than in the baseline ${path}:`,
      checkedLess.map((how) => `${VERDICT_MARK.inconclusive} ${terminalText(how)}`),
    ),
  ];
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ""];
}
