import type { CheckResult } from "../../engine/result.ts";
import { CATALOGUE_FILE, requirementLink } from "../catalogue/catalogue-links.ts";
import type { SharedReason } from "../shared-reasons.ts";
import { proseHtml } from "../../text/prose-html.ts";

const SHOWN = 8;

/** Unchecked requirements, grouped by reason. */
export function unjudgedHtml(reasons: readonly SharedReason[]): string {
  const items = reasons.map(({ reason, members }) => {
    const links = members.map(linkHtml);
    return `<li><p>${proseHtml(reason)}</p>${links.length <= SHOWN ? listHtml(links) : foldedHtml(links)}</li>`;
  });
  return `<ul class="reasons">${items.join("")}</ul>`;
}

function foldedHtml(links: readonly string[]): string {
  return `<details><summary>${links.length} requirements</summary>${listHtml(links)}</details>`;
}

function listHtml(links: readonly string[]): string {
  return `<ul class="ids">${links.join("")}</ul>`;
}

function linkHtml({ requirement, verdict, level }: CheckResult): string {
  return `<li data-item="${verdict} ${level}">${requirementLink(requirement, CATALOGUE_FILE)}</li>`;
}
