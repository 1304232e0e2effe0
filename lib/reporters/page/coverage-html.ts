import { type AreaResults, areasOf } from "../stored/areas-of.ts";
import type { RunResult } from "../stored/run-result.ts";

/** How much of an area, or of all areas, a run has checked. */
interface CoverageRow extends AreaResults {
  /** Checks that apply to the target. */
  readonly binding: number;
  /** Those of them with a result. */
  readonly judged: number;
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
  const { coverage, counts, observations } = result;
  const all = { ...coverage, area: "all", counts, observations: observations.length };
  const columns = COLUMNS.filter(({ count, of = count }) => of(all) > 0);
  const rows = areasOf(result).map((area) => {
    const { binding = 0, judged = 0 } = coverage.areas.find((one) => one.area === area.area) ?? {};
    return rowHtml({ ...area, binding, judged }, columns);
  });
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
