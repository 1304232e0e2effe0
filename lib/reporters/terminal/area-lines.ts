import { areaOf } from "../../engine/catalogue.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { countVerdicts } from "../count-verdicts.ts";
import type { RunResult } from "../run-result.ts";
import { VERDICTS_WORST_FIRST } from "../worst-first.ts";
import { VERDICT_MARK, VERDICT_STYLE, type Paint } from "./palette.ts";

const AREA_CHARS = 16;

/** One line per area: its mark, its name and how many checks have each verdict. */
export function areaLines(result: RunResult, paint: Paint): string[] {
  const checks = Map.groupBy(result.checks, ({ area }) => area);
  const observations = Map.groupBy(result.observations, ({ requirement }) => areaOf(requirement));
  return [...new Set([...checks.keys(), ...observations.keys()])].flatMap((area) => {
    const counts = countVerdicts(checks.get(area) ?? [], observations.get(area) ?? []);
    if (Object.values(counts).every((count) => count === 0)) return [];
    const worst = VERDICTS_WORST_FIRST.find((verdict) => counts[verdict] > 0) ?? "observed";
    const mark = paint(VERDICT_STYLE[worst], VERDICT_MARK[worst]);
    return [`${mark} ${area.padEnd(AREA_CHARS)} ${countsText(counts, paint)}`];
  });
}

/** `1 failed, 13 passed`, without empty verdicts. */
export function countsText(counts: Readonly<Record<Verdict, number>>, paint: Paint): string {
  return VERDICTS_WORST_FIRST.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => paint(VERDICT_STYLE[verdict], `${counts[verdict]} ${verdict}`))
    .join(", ");
}
