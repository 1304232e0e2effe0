import type { Verdict } from "../../engine/verdict.ts";
import { uncoveredReasons, undecidedReasons } from "../shared-reasons.ts";
import { sharedRestorations } from "../shared-restorations.ts";
import { operationLines, operationsTitle } from "../operation-lines.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { coverageHtml } from "./coverage-html.ts";
import { NEXT_STEPS } from "./next-steps.ts";
import { rootFailures } from "../root-failures.ts";
import { findingsHtml } from "./findings-html.ts";
import { historySections } from "./history-sections.ts";
import { observationsHtml } from "./observations-html.ts";
import type { ReportContent } from "./report-content.ts";
import { warningsAbout } from "../warnings-about.ts";
import type { PageSection } from "./page-section.ts";
import { quietChecksHtml } from "./quiet-checks-html.ts";
import { unjudgedHtml } from "./unjudged-html.ts";
import { waiversHtml } from "./waivers-html.ts";

/** The parts of the page in their order. Parts that need action come first. Empty parts are omitted. */
export function reportSections(content: ReportContent): PageSection[] {
  const { result } = content;
  const { checks, observations, waivers, restored, verdict } = result;
  const of = (...verdicts: readonly Verdict[]) => checks.filter((check) => verdicts.includes(check.verdict));
  const roots = (...verdicts: readonly Verdict[]) => rootFailures(checks, verdicts);
  return [
    ...counted("failures", "Failures", roots("errored", "failed"), (some) => findingsHtml(some, content)),
    ...whenSome("next", "What to do next", NEXT_STEPS[verdict] ?? [], listHtml),
    ...counted("waived", "Waived failures", roots("waived"), (some) => findingsHtml(some, content)),
    ...counted("warnings", "Warnings", roots("warned"), (some) => findingsHtml(some, content)),
    ...counted("undecided", "Not decided", of("inconclusive"), (some) =>
      unjudgedHtml(undecidedReasons(some)),
    ),
    ...counted("uncovered", "Not covered", of("uncovered"), (some) => unjudgedHtml(uncoveredReasons(some))),
    ...historySections(content),
    ...whenSome("coverage", "Coverage", [...checks, ...observations], () => coverageHtml(result)),
    ...whenSome(
      "operations",
      operationsTitle(result),
      operationLines(result).map(({ text }) => text),
      listHtml,
    ),
    ...warningsAbout(result).flatMap(({ id, title, reasons }) => whenSome(id, title, reasons, listHtml)),
    ...counted("waivers", "Waivers", waivers, waiversHtml),
    ...whenSome("merchants", "Webhooks of your merchants", sharedRestorations(restored), listHtml),
    ...counted("observations", "Where the document is silent", observations, observationsHtml),
    ...counted("passed", "Passed", of("passed"), quietChecksHtml),
    ...counted("inapplicable", "Does not apply to this target", of("inapplicable"), quietChecksHtml),
  ];
}

function counted<T>(
  id: string,
  title: string,
  items: readonly T[],
  body: (items: readonly T[]) => string,
): PageSection[] {
  return items.length === 0 ? [] : [{ id, title, count: items.length, body: body(items) }];
}

function whenSome<T>(
  id: string,
  title: string,
  items: readonly T[],
  body: (items: readonly T[]) => string,
): PageSection[] {
  return items.length === 0 ? [] : [{ id, title, body: body(items) }];
}

function listHtml(texts: readonly string[]): string {
  return `<ul>${texts.map((text) => `<li>${proseHtml(text)}</li>`).join("")}</ul>`;
}
