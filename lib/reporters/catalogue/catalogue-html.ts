import { type AnyRequirement, areaOf, isDecided } from "../../engine/catalogue.ts";
import { LEVEL_MEANING } from "../../engine/level-meaning.ts";
import { BASE_STYLE } from "../html/base-style.ts";
import { FILTER_SCRIPT, filterHtml, type FilterKind } from "../html/filter.ts";
import { htmlDocument } from "../html/html-document.ts";
import { levelHtml } from "../html/level-html.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { requirementLink, sectionAnchor, sectionLinks } from "./catalogue-links.ts";

/** Inputs of the catalogue page besides the catalogue. */
export interface CatalogueContent {
  readonly requirements: readonly AnyRequirement[];
  /** The page of the results, beside this one. */
  readonly resultsPage: string;
}

const NOT_JUDGED = "not-judged";
const KINDS: readonly FilterKind[] = [
  ...Object.keys(LEVEL_MEANING).map((level) => ({ word: level, label: level })),
  { word: NOT_JUDGED, label: "not checked by this version" },
];

/** Builds the catalogue as one page that loads nothing. Every id and section is an anchor. */
export function catalogueHtml({ requirements, resultsPage }: CatalogueContent): string {
  const areas = [...Map.groupBy(requirements, ({ id }) => areaOf(id))];
  const sections = bySection(requirements);
  const open = requirements.filter((one) => !isDecided(one)).length;
  const body = `<header>
<h1>Requirements of the Card Issuing Open API</h1>
<p>${requirements.length} requirements, in our words. <a href="${resultsPage}">Results of the run</a></p>
${open === 0 ? "" : `<p>${open} of them are marked <span class="unjudged">not checked</span>: this version has no check for them.</p>`}
<dl>${Object.entries(LEVEL_MEANING).map(meaningHtml).join("")}</dl>
</header>
<nav aria-label="Areas"><h2>Areas</h2><ul>${areas.map((area) => areaItem(area)).join("")}</ul></nav>
<nav aria-label="Sections"><h2>Sections of the API document</h2><ul>${sections.map(sectionItem).join("")}</ul></nav>
${filterHtml(KINDS)}
<main>
${areas.map((area) => areaHtml(area)).join("\n")}
<section id="sections" aria-labelledby="sections-title" data-group>
<h2 id="sections-title">Requirements of each section of the API document</h2>
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

type Entry = readonly [areaOrSection: string, members: readonly AnyRequirement[]];

function areaItem([area, members]: Entry): string {
  const mark = members.some(isDecided) ? "" : ` <small class="unjudged">not checked</small>`;
  return `<li><a href="#area-${area}">${area}</a> <small>${members.length}</small>${mark}</li>`;
}

function sectionItem([section, members]: Entry): string {
  return `<li>${sectionLinks([section])} <small>${members.length}</small></li>`;
}

function areaHtml([area, members]: Entry): string {
  const articles = members.map(requirementHtml);
  return `<section id="area-${area}" aria-labelledby="area-${area}-title" data-group>
<h2 id="area-${area}-title">${area}</h2>
${articles.join("\n")}
</section>`;
}

function requirementHtml(row: AnyRequirement): string {
  const { id, because } = row;
  const isJudged = isDecided(row);
  const facts = [
    sectionLinks(row.sections),
    ...(row.binds === undefined ? [] : [`binds ${row.binds.when}`]),
    ...(row.rule !== undefined ? ["checked on the answers of every check"] : []),
    ...(isJudged ? [] : [`<span class="unjudged">not checked: this version has no check for it</span>`]),
  ];
  const why = because === undefined ? "" : `<p class="because">Because: ${proseHtml(because)}</p>`;
  return `<article id="${id}" data-item="${row.level}${isJudged ? "" : ` ${NOT_JUDGED}`}">
<h3>${requirementLink(id)} ${levelHtml(row.level)}</h3>
<p>${proseHtml(row.text)}</p>${why}
<p class="facts">${facts.join(" · ")}</p>
</article>`;
}

function sectionHtml([section, members]: Entry): string {
  const items = members.map(({ id, level }) => `<li>${requirementLink(id)} ${levelHtml(level)}</li>`);
  return `<article id="${sectionAnchor(section)}"><h3>§${section}</h3><ul>${items.join("")}</ul></article>`;
}

/** The requirements of each section, in the order of the sections. */
function bySection(requirements: readonly AnyRequirement[]): Entry[] {
  const pairs = requirements.flatMap((one) => one.sections.map((section) => [section, one] as const));
  const sections = Map.groupBy(pairs, ([section]) => section);
  return [...sections]
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([section, members]) => [section, members.map(([, one]) => one)]);
}

/** Styles of the catalogue page, in addition to those of all pages. */
const CATALOGUE_STYLE = `
.unjudged { color: var(--text); border: 1px dashed var(--dim); border-radius: 0.3rem; padding: 0 0.3rem; font-size: 0.8rem; }
`;
