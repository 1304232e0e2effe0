import { areasOf } from "../stored/areas-of.ts";
import type { RunResult, StoredVerdict } from "../stored/run-result.ts";
import { VERDICTS_WORST_FIRST } from "../stored/worst-first.ts";
import { VERDICT_STYLE, type Paint } from "./palette.ts";
import { VERDICT_MARK } from "../text/verdict-mark.ts";

const AREA_CHARS = 16;

/** One line per area: its mark, its name and how many checks have each verdict. */
export function areaLines(result: RunResult, paint: Paint): string[] {
  return areasOf(result).flatMap(({ area, counts }) => {
    if (Object.values(counts).every((count) => count === 0)) return [];
    const worst = VERDICTS_WORST_FIRST.find((verdict) => counts[verdict] > 0) ?? "observed";
    const mark = paint(VERDICT_STYLE[worst], VERDICT_MARK[worst]);
    return [`${mark} ${area.padEnd(AREA_CHARS)} ${countsText(counts, paint)}`];
  });
}

/** `1 failed, 13 passed`, without empty verdicts. */
export function countsText(counts: Readonly<Record<StoredVerdict, number>>, paint: Paint): string {
  return VERDICTS_WORST_FIRST.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => paint(VERDICT_STYLE[verdict], `${counts[verdict]} ${verdict}`))
    .join(", ");
}
