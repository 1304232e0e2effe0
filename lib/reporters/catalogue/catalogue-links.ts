import type { RequirementId } from "../../engine/requirement.ts";

/** The page of the catalogue, beside the page of the results. */
export const CATALOGUE_FILE = "catalogue.html";

/** Links to a requirement, by its id, and to the sections that it rests on, as HTML; on the page itself or to it. */
export function requirementLink(id: RequirementId, page = ""): string {
  return `<a href="${page}#${id}">${id}</a>`;
}

/** `§2.2, §8`, each a link to everything that rests on it. */
export function sectionLinks(sections: readonly string[], page = ""): string {
  return sections.map((section) => `<a href="${page}#${sectionAnchor(section)}">§${section}</a>`).join(", ");
}

/** Where the page tells what rests on a section. No id of a requirement looks like it. */
export function sectionAnchor(section: string): string {
  return `section-${section}`;
}
