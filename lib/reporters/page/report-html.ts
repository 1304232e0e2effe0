import { FILTER_SCRIPT, filterHtml, type FilterKind } from "../html/filter.ts";
import { BASE_STYLE } from "../html/base-style.ts";
import { htmlDocument } from "../html/html-document.ts";
import { headlineOf } from "../headline.ts";
import { sectionHtml, sectionsNav } from "./page-section.ts";
import type { ReportContent } from "./report-content.ts";
import { reportSections } from "./report-sections.ts";
import { REPORT_STYLE } from "./report-style.ts";
import { verdictHeader } from "./verdict-header.ts";
import type { RunResult } from "../run-result.ts";
import { xmlText } from "../../text/xml-text.ts";

const KINDS: readonly FilterKind[] = [
  { word: "failed", label: "failed" },
  { word: "errored", label: "errored" },
  { word: "waived", label: "waived" },
  { word: "warned", label: "warned" },
  { word: "inconclusive", label: "not decided" },
  { word: "uncovered", label: "not covered" },
  { word: "inapplicable", label: "does not apply" },
  { word: "passed", label: "passed" },
  { word: "observed", label: "observed" },
];

/** Builds the results of a run as one page that loads nothing, and is complete without its script. */
export function reportHtml(content: ReportContent): string {
  const { result } = content;
  const sections = reportSections(content);
  const present = new Set<string>(result.checks.map(({ verdict }) => verdict));
  if (result.observations.length > 0) present.add("observed");
  const kinds = KINDS.filter(({ word }) => present.has(word));
  const body = [
    verdictHeader(result),
    sectionsNav(sections),
    ...(kinds.length === 0 ? [] : [filterHtml(kinds)]),
    `<main>\n${sections.map(sectionHtml).join("\n")}\n</main>`,
    filesHtml(result),
  ].join("\n");
  return htmlDocument({
    title: `${result.target.name}: ${headlineOf(result)}`,
    style: `${BASE_STYLE}${REPORT_STYLE}`,
    script: kinds.length === 0 ? "" : FILTER_SCRIPT,
    body,
  });
}

/** Lists the other files of the run. */
function filesHtml({ suite }: RunResult): string {
  const files = [
    ["conformance.json", "this result, for programs"],
    ["junit.xml", "the same, for build servers"],
    ["summary.md", "the same, in short"],
  ];
  const items = files.map(
    ([file = "", what = ""]) => `<li><a href="${file}">${file}</a> <small>${what}</small></li>`,
  );
  return `<footer><ul>${items.join("")}</ul><p><small>${xmlText(`${suite.name} ${suite.version}`)}</small></p></footer>`;
}
