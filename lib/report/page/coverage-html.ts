import type { RunResult } from "../run-result.ts";
import { type Coverage, coverageByArea, coverageOf } from "./coverage.ts";

/** Area by area, what was judged and what was not. */
export function coverageHtml(result: RunResult): string {
  const rows = [...coverageByArea(result)].map(([area, coverage]) => rowHtml(area, coverage));
  const all = rowHtml("all", coverageOf(result.checks, result.observations));
  return `<div class="wide" tabindex="0" role="group" aria-label="Coverage by area"><table>
<thead><tr>${HEADINGS.map((heading) => `<th scope="col">${heading}</th>`).join("")}</tr></thead>
<tbody>${rows.join("")}</tbody>
<tfoot>${all}</tfoot>
</table></div>`;
}

const HEADINGS = [
  "Area",
  "Judged",
  "Failed",
  "Waived",
  "Warned",
  "Not decided",
  "Not covered",
  "Does not bind",
  "Observed",
];

function rowHtml(area: string, { binding, judged, counts, observations }: Coverage): string {
  const cells = [
    binding === 0 ? "" : `${judged} of ${binding}`,
    numberHtml(counts.failed + counts.errored, "bad"),
    numberHtml(counts.waived, "warn"),
    numberHtml(counts.warned, "warn"),
    numberHtml(counts.inconclusive, "open"),
    numberHtml(counts.uncovered, "none"),
    numberHtml(counts.inapplicable, ""),
    observations === 0 ? "" : `${counts.observed} of ${observations}`,
  ];
  return `<tr><th scope="row">${area}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function numberHtml(count: number, tone: string): string {
  if (count === 0) return "";
  return tone === "" ? String(count) : `<strong class="${tone}">${count}</strong>`;
}
