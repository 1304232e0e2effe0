import type {
  StoredCheck,
  StoredObservation,
  StoredRunVerdict,
  StoredVerdict,
  StoredWaiver,
} from "../stored/run-result.ts";
import {
  documentSections,
  foldHtml,
  quietChecksHtml,
  requirementLink,
  unjudgedHtml,
} from "./requirement-html.ts";
import { uncoveredReasons, undecidedReasons } from "../text/shared-reasons.ts";
import { sharedRestorations } from "../text/shared-restorations.ts";
import { operationLines, operationsTitle } from "../text/operation-lines.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { rootFailures, followersOf } from "../text/root-failures.ts";
import { historySections } from "./history-sections.ts";
import { evidenceName } from "../stored/result-files.ts";
import { type PageSection, pageHtml } from "./page-html.ts";
import { waiverProblem } from "../stored/waiver-problem.ts";
import { failingStreak } from "../history/failing-streak.ts";
import { historyLine, pastRun } from "../history/history-line.ts";
import type { ReportContent } from "./page-content.ts";
import { findingHtml } from "./finding-html.ts";
import { ownCommand } from "../../package/command-line-text.ts";
import { clipText } from "../../text/clip.ts";
import { valueLines } from "../text/value-lines.ts";
import { VERDICT_LOOKS } from "../stored/verdict-looks.ts";
import { xmlText } from "../../text/xml-text.ts";
import { headlineOf } from "../text/headline.ts";
import { verdictHeader } from "./verdict-header.ts";

const MAX_VALUE_CHARS = 2_000;

/** Shows what the target does where the document is silent, section by section. */
function observationsHtml(observations: readonly StoredObservation[]): string {
  const sections = Map.groupBy(observations, ({ sections: [first] }) => first ?? "");
  const blocks = [...sections]
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([section, members]) => foldHtml(`§${section}`, members.map(observationHtml)));
  return `<p class="because">Where the document is silent, a run checks only what the profile pins.</p>\n${blocks.join("\n")}`;
}

function observationHtml({ requirement, text, value, reason }: StoredObservation): string {
  const seen =
    value === undefined
      ? `<p class="because">not observed: ${proseHtml((reason ?? "no reason given").split("\n")[0] ?? "")}</p>`
      : `<pre>${xmlText(clipText(valueLines(value).join("\n"), MAX_VALUE_CHARS))}</pre>`;
  return `<li id="${requirement}" data-item="observed unspecified"><p>${requirementLink(requirement)} ${proseHtml(text)}</p>${seen}</li>`;
}

/** Next steps after a run that checked nothing or ended early. Sentences of the suite, with code in backticks. */
const NEXT_STEPS: Readonly<Partial<Record<StoredRunVerdict, readonly string[]>>> = {
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
const OPEN: readonly StoredVerdict[] = ["failed", "errored"];

/** Failed, warned or errored checks, one after the other. Those that accuse the target are open. */
function findingsHtml(checks: readonly StoredCheck[], { result, evidence, earlier }: ReportContent): string {
  const links = checks.map(({ requirement }) => `<li><a href="#${requirement}">${requirement}</a></li>`);
  const index = links.length < MIN_FOR_INDEX ? "" : `<ul class="ids">${links.join("")}</ul>\n`;
  const runs = [...earlier, pastRun(historyLine(result))];
  const details = checks
    .map((check, at) => {
      const { requirement, verdict } = check;
      const all = evidence.find((one) => one.requirement === requirement)?.exchanges ?? [];
      const since = earlier.length === 0 ? undefined : failingStreak(runs, [requirement]);
      return findingHtml(check, {
        exchanges: at < MAX_WITH_EXCHANGES ? all : [],
        ...(all.length > 0 && { evidence: evidenceName(requirement) }),
        ...(since !== undefined && (since.known || since.runs > 1) && { since }),
        followers: followersOf(check, result.checks),
        open: OPEN.includes(verdict) && at < MAX_WITH_EXCHANGES,
      });
    })
    .join("\n");
  return `${index}${details}`;
}

/** The parts of the page in their order. Parts that need action come first. Empty parts are omitted. */
function reportSections(content: ReportContent): PageSection[] {
  const { result } = content;
  const { checks, observations, waivers, restored, verdict } = result;
  const of = (...verdicts: readonly StoredVerdict[]) =>
    checks.filter((check) => verdicts.includes(check.verdict));
  const roots = (...verdicts: readonly StoredVerdict[]) => rootFailures(checks, verdicts);
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
    ...whenSome(
      "operations",
      operationsTitle(result),
      operationLines(result).map(({ text }) => text),
      listHtml,
    ),
    ...whenSome(
      "target",
      "Warnings about the target",
      result.warnings.map(({ reason }) => reason),
      listHtml,
    ),
    ...counted("waivers", "Waivers", waivers, waiversHtml),
    ...whenSome("merchants", "State after the run", sharedRestorations(restored), listHtml),
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

/** Shows the state of every waiver. Those that fail the run come first, with the next step. */
function waiversHtml(waivers: readonly StoredWaiver[]): string {
  const ordered = waivers.toSorted((a, b) => urgency(b) - urgency(a));
  return `<ul class="rows">${ordered.map(waiverHtml).join("")}</ul>`;
}

function urgency(waiver: StoredWaiver): number {
  return waiverProblem(waiver) === undefined ? 0 : 1;
}

function waiverHtml(waiver: StoredWaiver): string {
  const { requirement, state, owner, expires, reason, file, line } = waiver;
  const problem = waiverProblem(waiver);
  return `<li><p>${requirementLink(requirement)} <strong class="${problem === undefined ? "warn" : "bad"}">${state}</strong> ${xmlText(`until ${expires}, by ${owner}: ${reason}`)}</p>
<p class="because">${xmlText(problem ?? `${file}:${line}`)}</p></li>`;
}

const KINDS = Object.entries(VERDICT_LOOKS).map(([word, { label }]) => ({ word, label }));

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
