import { areaOf, catalogue, requirementIds, type RequirementId } from "../../requirements/catalogue.ts";
import { LEVEL_MEANING } from "../../requirements/level-meaning.ts";
import { BASE_STYLE } from "../html/base-style.ts";
import { FILTER_SCRIPT, filterHtml, type FilterKind } from "../html/filter.ts";
import { htmlDocument } from "../html/html-document.ts";
import { levelHtml } from "../html/level-html.ts";
import { proseHtml } from "../text/prose-html.ts";
import { requirementLink, sectionAnchor, sectionLinks } from "./catalogue-links.ts";
import { CATALOGUE_STYLE } from "./catalogue-style.ts";

/** What the page of the catalogue is told besides the catalogue. */
export interface CatalogueContent {
  /** What a check decides or an observation looks at. */
  readonly judged: ReadonlySet<RequirementId>;
  /** The page of the results, beside this one. */
  readonly resultsPage: string;
}

const NOT_JUDGED = "not-judged";
const KINDS: readonly FilterKind[] = [
  ...Object.keys(LEVEL_MEANING).map((level) => ({ word: level, label: level })),
  { word: NOT_JUDGED, label: "not judged by this version" },
];

/** The catalogue as one page that asks nobody for anything; every id and section is an anchor. */
export function catalogueHtml({ judged, resultsPage }: CatalogueContent): string {
  const areas = [...Map.groupBy(requirementIds, areaOf)];
  const sections = [...bySection()];
  const open = requirementIds.filter((id) => !judged.has(id)).length;
  const body = `<header>
<h1>Requirements of the Card Issuing Open API</h1>
<p>${requirementIds.length} requirements, in our words. <a href="${resultsPage}">Results of the run</a></p>
${open === 0 ? "" : `<p>${open} of them are marked <span class="unjudged">not judged</span>: this version has no check for them.</p>`}
<dl>${Object.entries(LEVEL_MEANING).map(meaningHtml).join("")}</dl>
</header>
<nav aria-label="Areas"><h2>Areas</h2><ul>${areas.map((area) => areaItem(area, judged)).join("")}</ul></nav>
<nav aria-label="Sections"><h2>Sections of the API document</h2><ul>${sections.map(sectionItem).join("")}</ul></nav>
${filterHtml(KINDS)}
<main>
${areas.map((area) => areaHtml(area, judged)).join("\n")}
<section id="sections" aria-labelledby="sections-title" data-group>
<h2 id="sections-title">What rests on each section of the API document</h2>
${sections.map(sectionHtml).join("\n")}
</section>
</main>`;
  return htmlDocument({
    title: "Requirements of the Card Issuing Open API",
    style: `${BASE_STYLE}${CATALOGUE_STYLE}`,
    script: FILTER_SCRIPT,
    body,
  });
}

function meaningHtml([level, meaning]: readonly [string, string]): string {
  return `<div><dt><span class="level ${level}">${level}</span></dt><dd>${meaning}</dd></div>`;
}

type AreaEntry = readonly [area: string, ids: readonly RequirementId[]];
type Judged = CatalogueContent["judged"];

function areaItem([area, ids]: AreaEntry, judged: Judged): string {
  const mark = ids.some((id) => judged.has(id)) ? "" : ` <small class="unjudged">not judged</small>`;
  return `<li><a href="#area-${area}">${area}</a> <small>${ids.length}</small>${mark}</li>`;
}

function sectionItem([section, ids]: readonly [string, readonly RequirementId[]]): string {
  return `<li>${sectionLinks([section])} <small>${ids.length}</small></li>`;
}

function areaHtml([area, ids]: AreaEntry, judged: Judged): string {
  const articles = ids.map((id) => requirementHtml(id, judged.has(id)));
  return `<section id="area-${area}" aria-labelledby="area-${area}-title" data-group>
<h2 id="area-${area}-title">${area}</h2>
${articles.join("\n")}
</section>`;
}

function requirementHtml(id: RequirementId, isJudged: boolean): string {
  const row = catalogue[id];
  const facts = [
    sectionLinks(row.sections),
    ...(row.when === undefined ? [] : [`when: ${row.when}`]),
    ...(row.ambient === true ? ["judged on the answers of every check"] : []),
    ...(isJudged ? [] : [`<span class="unjudged">not judged: this version has no check for it</span>`]),
  ];
  const because = "because" in row ? `<p class="because">Because: ${proseHtml(row.because)}</p>` : "";
  return `<article id="${id}" data-item="${row.level}${isJudged ? "" : ` ${NOT_JUDGED}`}">
<h3>${requirementLink(id)} ${levelHtml(row.level)}</h3>
<p>${proseHtml(row.text)}</p>${because}
<p class="facts">${facts.join(" · ")}</p>
</article>`;
}

function sectionHtml([section, ids]: readonly [string, readonly RequirementId[]]): string {
  const items = ids.map((id) => `<li>${requirementLink(id)} ${levelHtml(catalogue[id].level)}</li>`);
  return `<article id="${sectionAnchor(section)}"><h3>§${section}</h3><ul>${items.join("")}</ul></article>`;
}

/** The requirements of each section, in the order of the sections. */
function bySection(): Map<string, RequirementId[]> {
  const pairs = requirementIds.flatMap((id) =>
    catalogue[id].sections.map((section): [string, RequirementId] => [section, id]),
  );
  const sections = Map.groupBy(pairs, ([section]) => section);
  return new Map(
    [...sections]
      .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
      .map(([section, members]) => [section, members.map(([, id]) => id)]),
  );
}
