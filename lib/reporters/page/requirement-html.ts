import type { StoredCheck, StoredObservation } from "../stored/run-result.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { VERDICT_LOOKS } from "../stored/verdict-looks.ts";
import type { SharedReason } from "../text/shared-reasons.ts";
import type { PageSection } from "./page-html.ts";

/** Links to a requirement, as HTML. */
export function requirementLink(id: string): string {
  return `<a href="#${id}">${id}</a>`;
}

/** `§2.2, §8`, each a link to the requirements of the section of the API document. */
export function sectionLinks(sections: readonly string[]): string {
  return sections.map((section) => `<a href="#${anchorOf(section)}">§${section}</a>`).join(", ");
}

/** The level of a requirement, as a word in its colour. */
export function levelHtml(level: StoredCheck["level"]): string {
  return `<span class="level ${level}">${level}</span>`;
}

/** A requirement in one line or two. @param reason of its verdict. Default: none is shown */
function requirementRow(
  { requirement, verdict, level, sections, text, because }: StoredCheck,
  reason?: string,
): string {
  const why = [
    ...(because === undefined ? [] : [`Because: ${because}`]),
    ...(reason === undefined ? [] : [reason]),
  ];
  return `<li id="${requirement}" data-item="${verdict} ${level}"><p>${VERDICT_LOOKS[verdict].mark} ${requirementLink(requirement)} ${levelHtml(level)} ${proseHtml(text)} <small>${sectionLinks(sections)}</small></p>${why.map((one) => `<p class="because">${proseHtml(one)}</p>`).join("")}</li>`;
}

/** Checks that need no attention, folded by area. */
export function quietChecksHtml(checks: readonly StoredCheck[]): string {
  const areas = Map.groupBy(checks, ({ area }) => area);
  return [...areas]
    .map(([area, members]) =>
      foldHtml(
        area,
        members.map((one) => requirementRow(one, one.reason)),
      ),
    )
    .join("\n");
}

/** A folded list of requirements, with their number. */
export function foldHtml(title: string, rows: readonly string[]): string {
  return `<details class="fold" data-group><summary><h3>${title}</h3> <small>${rows.length}</small></summary>
<ul class="rows">${rows.join("")}</ul></details>`;
}

const SHOWN = 8;

/** Unchecked requirements, grouped by reason. */
export function unjudgedHtml(reasons: readonly SharedReason[]): string {
  const items = reasons.map(({ reason, members }) => {
    const rows = `<ul class="rows">${members.map((one) => requirementRow(one)).join("")}</ul>`;
    const shown =
      members.length <= SHOWN
        ? rows
        : `<details><summary>${members.length} requirements</summary>${rows}</details>`;
    return `<li data-group><p>${proseHtml(reason)}</p>${shown}</li>`;
  });
  return `<ul class="reasons">${items.join("")}</ul>`;
}

/** The requirements of each section of the API document, as a part of the page. */
export function documentSections(all: readonly (StoredCheck | StoredObservation)[]): readonly PageSection[] {
  if (all.length === 0) return [];
  const pairs = all.flatMap((one) => one.sections.map((section) => [section, one.requirement] as const));
  const items = [...Map.groupBy(pairs, ([section]) => section)]
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([section, members]) => {
      const links = members.map(([, id]) => `<li>${requirementLink(id)}</li>`);
      return `<div id="${anchorOf(section)}"><h3>§${section} <small>${links.length}</small></h3><ul class="ids">${links.join("")}</ul></div>`;
    });
  return [{ id: "sections", title: "Sections of the API document", body: items.join("\n") }];
}

/** No id of a requirement has this form. */
function anchorOf(section: string): string {
  return `section-${section}`;
}
