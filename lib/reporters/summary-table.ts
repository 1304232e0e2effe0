import type { CheckResult } from "../engine/result.ts";
import type { Verdict } from "../engine/verdict.ts";
import { countVerdicts } from "./count-verdicts.ts";
import type { RunResult } from "./run-result.ts";

const LEVELS = [
  "stated",
  "inferred",
  "advisory",
  "pinned",
] as const satisfies readonly CheckResult["level"][];
const WORST_FIRST = [
  ["errored", "💥"],
  ["failed", "❌"],
  ["waived", "🟡"],
  ["inconclusive", "❓"],
  ["warned", "⚠️"],
  ["uncovered", "⭕"],
] as const satisfies readonly (readonly [Verdict, string])[];

/** Areas by levels: how many of the checks that apply passed, and every other verdict by name. */
export function summaryTable({ checks }: RunResult): string[] {
  if (checks.length === 0) return [];
  const levels = LEVELS.filter((level) => checks.some((check) => check.level === level));
  const areas = Map.groupBy(checks, ({ area }) => area);
  const rows = [...areas].map(([area, members]) => row(area, members, levels));
  return [
    [
      `| area | ${levels.join(" | ")} |`,
      `|---|${levels.map(() => "---|").join("")}`,
      ...rows,
      row("**all**", checks, levels),
    ].join("\n"),
  ];
}

function row(area: string, checks: readonly CheckResult[], levels: readonly string[]): string {
  const cells = levels.map((level) => cell(checks.filter((check) => check.level === level)));
  return `| ${area} | ${cells.join(" | ")} |`;
}

function cell(checks: readonly CheckResult[]): string {
  if (checks.length === 0) return "";
  const counts = countVerdicts(checks, []);
  const binding = checks.length - counts.inapplicable;
  if (binding === 0) return "does not apply";
  const others = WORST_FIRST.filter(([verdict]) => counts[verdict] > 0).map(
    ([verdict, mark]) => `${mark} ${counts[verdict]} ${verdict}`,
  );
  return [`${counts.passed}/${binding} passed`, ...others].join(", ");
}
