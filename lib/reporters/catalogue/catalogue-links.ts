import type { RequirementId } from "../../engine/requirement.ts";

/** The page of the catalogue, beside the page of the results. */
export const CATALOGUE_FILE = "catalogue.html";

/** Links to a requirement, and to its sections, as HTML. */
export function requirementLink(id: RequirementId, page = ""): string {
  return `<a href="${page}#${id}">${id}</a>`;
}

/** `§2.2, §8`, each a link to the requirements of the section. */
export function sectionLinks(sections: readonly string[], page = ""): string {
  return sections.map((section) => `<a href="${page}#${sectionAnchor(section)}">§${section}</a>`).join(", ");
}

/** The anchor of a section. No id of a requirement has this form. */
export function sectionAnchor(section: string): string {
  return `section-${section}`;
}
