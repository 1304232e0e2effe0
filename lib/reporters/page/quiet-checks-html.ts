import type { CheckResult } from "../../engine/result.ts";
import { requirementRow } from "./requirement-html.ts";

/** Checks that need no attention, folded by area. */
export function quietChecksHtml(checks: readonly CheckResult[]): string {
  const areas = Map.groupBy(checks, ({ area }) => area);
  return [...areas].map(([area, members]) => areaHtml(area, members)).join("\n");
}

function areaHtml(area: string, members: readonly CheckResult[]): string {
  const rows = members.map((one) => requirementRow(one, one.reason));
  return `<details class="fold" data-group><summary><h3>${area}</h3> <small>${members.length}</small></summary>
<ul class="rows">${rows.join("")}</ul></details>`;
}
