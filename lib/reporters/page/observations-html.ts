import type { ObservationResult } from "../../engine/result.ts";
import { CATALOGUE_FILE, requirementLink, sectionLinks } from "../catalogue/catalogue-links.ts";
import { clipText } from "../../text/clip.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { valueLines } from "../text/value-lines.ts";
import { xmlText } from "../../text/xml-text.ts";

const MAX_VALUE_CHARS = 2_000;

/** Shows what the target does where the document is silent, section by section. */
export function observationsHtml(observations: readonly ObservationResult[]): string {
  const sections = Map.groupBy(observations, ({ sections: [first] }) => first ?? "");
  const blocks = [...sections]
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([section, members]) => blockHtml(section, members));
  return `<p class="because">Where the document is silent, a run checks only what the profile pins.</p>\n${blocks.join("\n")}`;
}

function blockHtml(section: string, members: readonly ObservationResult[]): string {
  return `<details class="fold" data-group><summary><h3>§${section}</h3> <small>${members.length}</small></summary>
<p><small>${sectionLinks([section], CATALOGUE_FILE)} in the catalogue</small></p>
<ul class="rows">${members.map(observationHtml).join("")}</ul></details>`;
}

function observationHtml({ requirement, text, value, reason }: ObservationResult): string {
  const seen =
    value === undefined
      ? `<p class="because">not observed: ${proseHtml((reason ?? "no reason given").split("\n")[0] ?? "")}</p>`
      : `<pre>${xmlText(clipText(valueLines(value).join("\n"), MAX_VALUE_CHARS))}</pre>`;
  return `<li data-item="observed unspecified"><p>${requirementLink(requirement, CATALOGUE_FILE)} ${proseHtml(text)}</p>${seen}</li>`;
}
