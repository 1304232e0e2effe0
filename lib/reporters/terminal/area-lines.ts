import { countVerdicts } from "../stored/count-verdicts.ts";
import type { RunResult, StoredVerdict } from "../stored/run-result.ts";
import type { Paint } from "./palette.ts";
import { VERDICTS_WORST_FIRST, VERDICT_LOOKS } from "../stored/verdict-looks.ts";

const AREA_CHARS = 16;

/** One line per area, in the order of the catalogue: its mark, its name and how many checks have each verdict. */
export function areaLines({ checks, observations }: RunResult, paint: Paint): string[] {
  const checked = Map.groupBy(checks, ({ area }) => area);
  const observed = Map.groupBy(observations, ({ requirement }) => requirement.replace(/\..*/, ""));
  return [...new Set([...checked.keys(), ...observed.keys()])].flatMap((area) => {
    const counts = countVerdicts(checked.get(area) ?? [], observed.get(area) ?? []);
    if (Object.values(counts).every((count) => count === 0)) return [];
    const worst = VERDICTS_WORST_FIRST.find((verdict) => counts[verdict] > 0) ?? "observed";
    const mark = paint(VERDICT_LOOKS[worst].style, VERDICT_LOOKS[worst].mark);
    return [`${mark} ${area.padEnd(AREA_CHARS)} ${countsText(counts, paint)}`];
  });
}

/** `1 failed, 13 passed`, without empty verdicts. */
export function countsText(counts: Readonly<Record<StoredVerdict, number>>, paint: Paint): string {
  return VERDICTS_WORST_FIRST.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => paint(VERDICT_LOOKS[verdict].style, `${counts[verdict]} ${verdict}`))
    .join(", ");
}
