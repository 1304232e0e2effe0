import type { CheckResult } from "../../engine/result.ts";
import { CATALOGUE_FILE, requirementLink } from "../catalogue/catalogue-links.ts";
import { levelHtml } from "../html/level-html.ts";
import { VERDICT_MARK } from "../terminal/palette.ts";
import { proseHtml } from "../../text/prose-html.ts";

/** Checks that need no attention, folded by area. */
export function quietChecksHtml(checks: readonly CheckResult[]): string {
  const areas = Map.groupBy(checks, ({ area }) => area);
  return [...areas].map(([area, members]) => areaHtml(area, members)).join("\n");
}

function areaHtml(area: string, members: readonly CheckResult[]): string {
  return `<details class="fold" data-group><summary><h3>${area}</h3> <small>${members.length}</small></summary>
<ul class="rows">${members.map(checkHtml).join("")}</ul></details>`;
}

function checkHtml({ requirement, verdict, level, text, reason }: CheckResult): string {
  const why = reason === undefined ? "" : `<p class="because">${proseHtml(reason)}</p>`;
  return `<li data-item="${verdict} ${level}"><p>${VERDICT_MARK[verdict]} ${requirementLink(requirement, CATALOGUE_FILE)} ${levelHtml(level)} ${proseHtml(text)}</p>${why}</li>`;
}
