import { areaOf } from "../../engine/catalogue.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { countVerdicts } from "../count-verdicts.ts";
import type { RunResult } from "../run-result.ts";

/** How much of an area, or of all areas, a run has checked. */
interface CoverageRow {
  readonly area: string;
  /** Checks that apply to the target. */
  readonly binding: number;
  /** Those of them with a result. */
  readonly judged: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Observations, also those without a value. */
  readonly observations: number;
}

/** Counts the checked requirements of each area, in the order of the catalogue. */
function coverageRows({ coverage, checks, observations }: RunResult): CoverageRow[] {
  const areas = new Map(coverage.areas.map((one) => [one.area, one]));
  const checked = Map.groupBy(checks, ({ area }) => area);
  const observed = Map.groupBy(observations, ({ requirement }) => areaOf(requirement));
  return [...new Set([...areas.keys(), ...observed.keys()])].map((area) => {
    const { binding = 0, judged = 0 } = areas.get(area) ?? {};
    const [some, seen] = [checked.get(area) ?? [], observed.get(area) ?? []];
    return { area, binding, judged, counts: countVerdicts(some, seen), observations: seen.length };
  });
}

/** Counts the checked requirements of all areas. */
function coverageTotal({ coverage, counts, observations }: RunResult): CoverageRow {
  const { binding, judged } = coverage;
  return { area: "all", binding, judged, counts, observations: observations.length };
}

interface CoverageColumn {
  readonly heading: string;
  readonly count: (row: CoverageRow) => number;
  /** The total. Absent: there is only a count. */
  readonly of?: (row: CoverageRow) => number;
  readonly tone?: string;
}

const COLUMNS: readonly CoverageColumn[] = [
  { heading: "Judged", count: ({ judged }) => judged, of: ({ binding }) => binding },
  { heading: "Failed", count: ({ counts }) => counts.failed, tone: "bad" },
  { heading: "Errored", count: ({ counts }) => counts.errored, tone: "bad" },
  { heading: "Waived", count: ({ counts }) => counts.waived, tone: "warn" },
  { heading: "Warned", count: ({ counts }) => counts.warned, tone: "warn" },
  { heading: "Not decided", count: ({ counts }) => counts.inconclusive, tone: "open" },
  { heading: "Not covered", count: ({ counts }) => counts.uncovered, tone: "none" },
  { heading: "Does not apply", count: ({ counts }) => counts.inapplicable },
  { heading: "Observed", count: ({ counts }) => counts.observed, of: ({ observations }) => observations },
];

/** A table of checked and unchecked requirements, area by area. Empty columns are omitted. */
export function coverageHtml(result: RunResult): string {
  const all = coverageTotal(result);
  const columns = COLUMNS.filter(({ count, of = count }) => of(all) > 0);
  const rows = coverageRows(result).map((row) => rowHtml(row, columns));
  const headings = ["Area", ...columns.map(({ heading }) => heading)];
  return `<div class="wide" tabindex="0" role="group" aria-label="Coverage by area"><table>
<thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join("")}</tr></thead>
<tbody>${rows.join("")}</tbody>
<tfoot>${rowHtml(all, columns)}</tfoot>
</table></div>`;
}

function rowHtml(row: CoverageRow, columns: readonly CoverageColumn[]): string {
  const cells = columns.map((column) => `<td>${cellHtml(column, row)}</td>`);
  return `<tr><th scope="row">${row.area}</th>${cells.join("")}</tr>`;
}

function cellHtml({ count, of, tone }: CoverageColumn, row: CoverageRow): string {
  const [some, all] = [count(row), of?.(row)];
  if (all !== undefined) return all === 0 ? "" : `${some} of ${all}`;
  if (some === 0) return "";
  return tone === undefined ? String(some) : `<strong class="${tone}">${some}</strong>`;
}
