import { documentSections, requirementLink } from "./requirement-html.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { uncoveredReasons, undecidedReasons } from "../shared-reasons.ts";
import { sharedRestorations } from "../shared-restorations.ts";
import { operationLines, operationsTitle } from "../operation-lines.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { rootFailures, followersOf } from "../root-failures.ts";
import { historySections } from "./history-sections.ts";
import type { ReportContent } from "./report-content.ts";
import { warningsAbout } from "../warnings-about.ts";
import type { PageSection } from "./page-section.ts";
import { quietChecksHtml } from "./quiet-checks-html.ts";
import { unjudgedHtml } from "./unjudged-html.ts";
import { waiversHtml } from "./waivers-html.ts";
import type { RunResult } from "../run-result.ts";
import { areaOf } from "../../engine/catalogue.ts";
import { countVerdicts } from "../count-verdicts.ts";
import type { RecordedExchange } from "../../engine/recorded-exchange.ts";
import type { CheckResult, ObservationResult } from "../../engine/result.ts";
import { failingSince } from "../history/failing-since.ts";
import { shownExchanges } from "../shown-exchanges.ts";
import { findingHtml } from "./finding-html.ts";
import { ownCommand } from "../../package/command-line-text.ts";
import type { RunVerdict } from "../../engine/run-verdict.ts";
import { clipText } from "../../text/clip.ts";
import { valueLines } from "../text/value-lines.ts";
import { xmlText } from "../../text/xml-text.ts";

const MAX_VALUE_CHARS = 2_000;

/** Shows what the target does where the document is silent, section by section. */
function observationsHtml(observations: readonly ObservationResult[]): string {
  const sections = Map.groupBy(observations, ({ sections: [first] }) => first ?? "");
  const blocks = [...sections]
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([section, members]) => blockHtml(section, members));
  return `<p class="because">Where the document is silent, a run checks only what the profile pins.</p>\n${blocks.join("\n")}`;
}

function blockHtml(section: string, members: readonly ObservationResult[]): string {
  return `<details class="fold" data-group><summary><h3>§${section}</h3> <small>${members.length}</small></summary>
<ul class="rows">${members.map(observationHtml).join("")}</ul></details>`;
}

function observationHtml({ requirement, text, value, reason }: ObservationResult): string {
  const seen =
    value === undefined
      ? `<p class="because">not observed: ${proseHtml((reason ?? "no reason given").split("\n")[0] ?? "")}</p>`
      : `<pre>${xmlText(clipText(valueLines(value).join("\n"), MAX_VALUE_CHARS))}</pre>`;
  return `<li id="${requirement}" data-item="observed unspecified"><p>${requirementLink(requirement)} ${proseHtml(text)}</p>${seen}</li>`;
}

/**
 * Next steps after a run that checked nothing or ended early. Sentences of the suite, with code in backticks.
 */
const NEXT_STEPS: Readonly<Partial<Record<RunVerdict, readonly string[]>>> = {
  unreachable: [
    "The address: `baseUrl` of the profile, without `/abc/v1`. Does the host name resolve, and does the port answer?",
    "The connection: a firewall, a VPN, `HTTPS_PROXY` and `NO_PROXY`; for TLS, `target.ca` and a client certificate in the profile.",
    "The credentials: the key of each merchant; in signed mode also the secret, the payload template, the encoding, and the unit of the timestamp and the clock.",
    `\`${ownCommand()} doctor --profile …\` examines all of these by queries alone, and names the setting to correct.`,
  ],
  incomplete: [
    "The list of undecided checks below names each reason.",
    `\`${ownCommand()} run\` with the ids of some checks runs only these.`,
  ],
  defect: [
    "The reason above and the errored checks are defects of this suite. Please report them, with `conformance.json`.",
  ],
  interrupted: [
    "The results until then are below. A new run starts from the beginning. The last part of this page shows the webhooks of your merchants.",
  ],
};

/** Limits the page for a server that breaks everything. The evidence has the rest. */
const MAX_WITH_EXCHANGES = 25;
/** A longer list of findings begins with an overview. */
const MIN_FOR_INDEX = 4;
const OPEN: readonly Verdict[] = ["failed", "errored"];

/** Failed, warned or errored checks, one after the other. Those that accuse the target are open. */
function findingsHtml(checks: readonly CheckResult[], { result, evidence, earlier }: ReportContent): string {
  const links = checks.map(({ requirement }) => `<li><a href="#${requirement}">${requirement}</a></li>`);
  const index = links.length < MIN_FOR_INDEX ? "" : `<ul class="ids">${links.join("")}</ul>\n`;
  const details = checks
    .map((check, at) => {
      const { requirement, verdict } = check;
      const all = evidence.find((one) => one.requirement === requirement)?.exchanges ?? [];
      const exchanges: readonly RecordedExchange[] =
        at < MAX_WITH_EXCHANGES ? shownExchanges(check, all) : [];
      const since = verdict === "warned" ? undefined : failingSince(requirement, earlier);
      return findingHtml(check, {
        exchanges,
        ...(all.length > 0 && { evidence: `evidence/${requirement}.json` }),
        ...(since !== undefined && { since }),
        followers: followersOf(check, result.checks),
        open: OPEN.includes(verdict) && at < MAX_WITH_EXCHANGES,
      });
    })
    .join("\n");
  return `${index}${details}`;
}

interface Column {
  readonly heading: string;
  readonly count: (row: CoverageRow) => number;
  /** The total. Absent: there is only a count. */
  readonly of?: (row: CoverageRow) => number;
  readonly tone?: string;
}

const COLUMNS: readonly Column[] = [
  { heading: "Judged", count: ({ judged }) => judged, of: ({ binding }) => binding },
  { heading: "Failed", count: ({ counts }) => counts.failed, tone: "bad" },
  { heading: "Errored", count: ({ counts }) => counts.errored, tone: "bad" },
  { heading: "Waived", count: ({ counts }) => counts.waived, tone: "warn" },
  { heading: "Warned", count: ({ counts }) => counts.warned, tone: "warn" },
  { heading: "Not decided", count: ({ counts }) => counts.inconclusive, tone: "open" },
  { heading: "Not covered", count: ({ counts }) => counts.uncovered, tone: "none" },
  { heading: "Does not apply", count: ({ counts }) => counts.inapplicable },
  { heading: "Observed", count: ({ counts }) => counts.observed, of: ({ observations }) => observations },
];

/** A table of checked and unchecked requirements, area by area. Empty columns are omitted. */
function coverageHtml(result: RunResult): string {
  const all = coverageTotal(result);
  const columns = COLUMNS.filter(({ count, of = count }) => of(all) > 0);
  const rows = coverageRows(result).map((row) => rowHtml(row, columns));
  const headings = ["Area", ...columns.map(({ heading }) => heading)];
  return `<div class="wide" tabindex="0" role="group" aria-label="Coverage by area"><table>
<thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join("")}</tr></thead>
<tbody>${rows.join("")}</tbody>
<tfoot>${rowHtml(all, columns)}</tfoot>
</table></div>`;
}

function rowHtml(row: CoverageRow, columns: readonly Column[]): string {
  const cells = columns.map((column) => `<td>${cellHtml(column, row)}</td>`);
  return `<tr><th scope="row">${row.area}</th>${cells.join("")}</tr>`;
}

function cellHtml({ count, of, tone }: Column, row: CoverageRow): string {
  const [some, all] = [count(row), of?.(row)];
  if (all !== undefined) return all === 0 ? "" : `${some} of ${all}`;
  if (some === 0) return "";
  return tone === undefined ? String(some) : `<strong class="${tone}">${some}</strong>`;
}

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
    ...documentSections([...checks, ...observations]),
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

/** How much of an area, or of all areas, a run has checked. */
interface CoverageRow {
  readonly area: string;
  /** Checks that apply to the target. */
  readonly binding: number;
  /** Those of them with a result. */
  readonly judged: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Observations, also those without a value. */
  readonly observations: number;
}

/** Counts the checked requirements of each area, in the order of the catalogue. */
function coverageRows({ coverage, checks, observations }: RunResult): CoverageRow[] {
  const areas = new Map(coverage.areas.map((one) => [one.area, one]));
  const checked = Map.groupBy(checks, ({ area }) => area);
  const observed = Map.groupBy(observations, ({ requirement }) => areaOf(requirement));
  return [...new Set([...areas.keys(), ...observed.keys()])].map((area) => {
    const { binding = 0, judged = 0 } = areas.get(area) ?? {};
    const [some, seen] = [checked.get(area) ?? [], observed.get(area) ?? []];
    return { area, binding, judged, counts: countVerdicts(some, seen), observations: seen.length };
  });
}

/** Counts the checked requirements of all areas. */
function coverageTotal({ coverage, counts, observations }: RunResult): CoverageRow {
  const { binding, judged } = coverage;
  return { area: "all", binding, judged, counts, observations: observations.length };
}
