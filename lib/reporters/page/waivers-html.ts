import { requirementLink } from "./requirement-html.ts";
import type { WaiverResult } from "../../engine/result.ts";
import { waiverProblem } from "../../engine/settle-waivers.ts";
import { xmlText } from "../../text/xml-text.ts";

/** Shows the state of every waiver. Those that fail the run come first, with the next step. */
export function waiversHtml(waivers: readonly WaiverResult[]): string {
  const ordered = waivers.toSorted((a, b) => urgency(b) - urgency(a));
  return `<ul class="rows">${ordered.map(waiverHtml).join("")}</ul>`;
}

function urgency(waiver: WaiverResult): number {
  return waiverProblem(waiver) === undefined ? 0 : 1;
}

function waiverHtml(waiver: WaiverResult): string {
  const { requirement, state, owner, expires, reason, file, line } = waiver;
  const problem = waiverProblem(waiver);
  return `<li><p>${requirementLink(requirement)} <strong class="${problem === undefined ? "warn" : "bad"}">${state}</strong> ${xmlText(`until ${expires}, by ${owner}: ${reason}`)}</p>
<p class="because">${xmlText(problem ?? `${file}:${line}`)}</p></li>`;
}
