import { xmlText } from "../../text/xml-text.ts";
import { headlineOf } from "../text/headline.ts";
import { pageHtml } from "./page-html.ts";
import type { ReportContent } from "./page-content.ts";
import { reportSections } from "./report-sections.ts";
import { verdictHeader } from "./verdict-header.ts";

const KINDS = [
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

/** The other files of the run. */
const FILES = [
  ["conformance.json", "this result, for programs"],
  ["junit.xml", "the same, for build servers"],
  ["summary.md", "the same, in short"],
] as const;

/** Builds the page of one run. */
export function reportHtml(content: ReportContent): string {
  const { result } = content;
  const { suite, target, checks, observations } = result;
  const present = new Set<string>(checks.map(({ verdict }) => verdict));
  if (observations.length > 0) present.add("observed");
  const files = FILES.map(([file, what]) => `<li><a href="${file}">${file}</a> <small>${what}</small></li>`);
  return pageHtml({
    title: `${target.name}: ${headlineOf(result)}`,
    header: verdictHeader(result),
    filter: {
      of: "Requirements",
      example: "id, word or section",
      kinds: KINDS.filter(({ word }) => present.has(word)),
    },
    sections: reportSections(content),
    footer: `<ul>${files.join("")}</ul><p><small>${xmlText(`${suite.name} ${suite.version}`)}</small></p>`,
  });
}
