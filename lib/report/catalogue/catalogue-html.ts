import { areaOf, catalogue, requirementIds, type RequirementId } from "../../requirements/catalogue.ts";
import { LEVEL_MEANING } from "../../requirements/level-meaning.ts";
import { proseHtml } from "../text/prose-html.ts";
import { requirementLink, sectionAnchor, sectionLinks } from "./catalogue-links.ts";
import { CATALOGUE_STYLE } from "./catalogue-style.ts";

/** The catalogue as one page without scripts that asks nobody for anything; every id and section is an anchor. */
export function catalogueHtml(): string {
  const areas = [...Map.groupBy(requirementIds, areaOf)];
  const sections = [...bySection()];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Requirements of the Card Issuing Open API</title>
<style>${CATALOGUE_STYLE}</style>
</head>
<body>
<header>
<h1>Requirements of the Card Issuing Open API</h1>
<p>${requirementIds.length} requirements, in our words. <a href="index.html">Results of the run</a></p>
<dl>${Object.entries(LEVEL_MEANING).map(levelHtml).join("")}</dl>
<nav aria-label="Areas"><h2>Areas</h2><ul>${areas.map(areaItem).join("")}</ul></nav>
<nav aria-label="Sections"><h2>Sections of the API document</h2><ul>${sections.map(sectionItem).join("")}</ul></nav>
</header>
<main>
${areas.map(areaHtml).join("\n")}
<section id="sections">
<h2>What rests on each section of the API document</h2>
${sections.map(sectionHtml).join("\n")}
</section>
</main>
</body>
</html>
`;
}

function levelHtml([level, meaning]: readonly [string, string]): string {
  return `<div><dt><span class="level ${level}">${level}</span></dt><dd>${meaning}</dd></div>`;
}

function areaItem([area, ids]: readonly [string, readonly RequirementId[]]): string {
  return `<li><a href="#area-${area}">${area}</a> <small>${ids.length}</small></li>`;
}

function sectionItem([section, ids]: readonly [string, readonly RequirementId[]]): string {
  return `<li>${sectionLinks([section])} <small>${ids.length}</small></li>`;
}

function areaHtml([area, ids]: readonly [string, readonly RequirementId[]]): string {
  return `<section id="area-${area}">\n<h2>${area}</h2>\n${ids.map(requirementHtml).join("\n")}\n</section>`;
}

function requirementHtml(id: RequirementId): string {
  const row = catalogue[id];
  const facts = [
    sectionLinks(row.sections),
    ...(row.when === undefined ? [] : [`when: ${row.when}`]),
    ...(row.ambient === true ? ["judged on the answers of every check"] : []),
  ];
  const because = "because" in row ? `<p class="because">Because: ${proseHtml(row.because)}</p>` : "";
  return `<article id="${id}">
<h3>${requirementLink(id)} ${levelMark(id)}</h3>
<p>${proseHtml(row.text)}</p>${because}
<p class="facts">${facts.join(" · ")}</p>
</article>`;
}

function sectionHtml([section, ids]: readonly [string, readonly RequirementId[]]): string {
  const items = ids.map((id) => `<li>${requirementLink(id)} ${levelMark(id)}</li>`);
  return `<article id="${sectionAnchor(section)}"><h3>§${section}</h3><ul>${items.join("")}</ul></article>`;
}

function levelMark(id: RequirementId): string {
  const { level } = catalogue[id];
  return `<span class="level ${level}">${level}</span>`;
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
