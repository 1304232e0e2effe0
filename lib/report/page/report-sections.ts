import type { CheckResult, Judgement, RecordedExchange } from "../../result.ts";
import type { Verdict } from "../../verdict.ts";
import { changesSince } from "../history/changes-since.ts";
import { failingSince } from "../history/failing-since.ts";
import type { PastRun } from "../history/past-run.ts";
import type { RunResult } from "../run-result.ts";
import { sharedRestorations } from "../shared-restorations.ts";
import { shownExchanges } from "../shown-exchanges.ts";
import { proseHtml } from "../text/prose-html.ts";
import { changesHtml } from "./changes-html.ts";
import { coverageHtml } from "./coverage-html.ts";
import { findingHtml } from "./finding-html.ts";
import { NEXT_STEPS } from "./next-steps.ts";
import { observationsHtml } from "./observations-html.ts";
import type { PageSection } from "./page-section.ts";
import { quietChecksHtml } from "./quiet-checks-html.ts";
import { runsHtml } from "./runs-html.ts";
import { unjudgedHtml } from "./unjudged-html.ts";
import { waiversHtml } from "./waivers-html.ts";

/** What a page is made of. */
export interface ReportContent {
  readonly result: RunResult;
  readonly judgements: readonly Judgement[];
  /** Earlier runs of the target, the oldest first. */
  readonly earlier: readonly PastRun[];
}

/** A server that breaks everything: the rest stands in the evidence. */
const MAX_WITH_EXCHANGES = 25;
const FAILING: readonly Verdict[] = ["failed", "errored"];

/** The parts of the page in their order: what a reader has to act on comes first. Empty parts are left out. */
export function reportSections(content: ReportContent): PageSection[] {
  const { result } = content;
  const { checks, observations, waivers, restored, verdict } = result;
  const of = (...verdicts: readonly Verdict[]) => checks.filter((check) => verdicts.includes(check.verdict));
  return [
    ...whenSome("next", "What to look at", NEXT_STEPS[verdict] ?? [], (steps) => listHtml(steps)),
    ...counted("failures", "Failures", of("errored", "failed"), (some) => findings(some, content)),
    ...counted("waived", "Waived failures", of("waived"), (some) => findings(some, content)),
    ...counted("warnings", "Warnings", of("warned"), (some) => findings(some, content)),
    ...counted("undecided", "Not decided", of("inconclusive"), unjudgedHtml),
    ...counted("uncovered", "Not covered", of("uncovered"), unjudgedHtml),
    ...history(content),
    ...whenSome("coverage", "Coverage", [...checks, ...observations], () => coverageHtml(result)),
    ...counted("waivers", "Waivers", waivers, waiversHtml),
    ...whenSome("merchants", "Configuration of the merchants", sharedRestorations(restored), listHtml),
    ...counted("observations", "Where the document is silent", observations, observationsHtml),
    ...counted("passed", "Passed", of("passed"), quietChecksHtml),
    ...counted("inapplicable", "Does not bind this target", of("inapplicable"), quietChecksHtml),
  ];
}

function history({ result, earlier }: ReportContent): PageSection[] {
  const { startedAt, target, verdict, suite, depth, requests } = result;
  const checks = new Map(result.checks.map((check): [string, Verdict] => [check.requirement, check.verdict]));
  const now = { startedAt, target, verdict, suite: suite.version, depth, requests: requests.sent, checks };
  const before = earlier.findLast((run) => run.checks.size > 0);
  const failing = result.checks.filter((check) => FAILING.includes(check.verdict));
  const changes = before && changesHtml(before, now, changesSince(before.checks, checks));
  const runs = runsHtml(
    [...earlier, now],
    failing.map(({ requirement }) => requirement),
  );
  return [
    ...(changes === undefined || checks.size === 0
      ? []
      : [{ id: "changes", title: "Since the last run", body: changes }]),
    { id: "runs", title: "Runs", body: runs },
  ];
}

function findings(checks: readonly CheckResult[], { judgements, earlier }: ReportContent): string {
  return checks
    .map((check, at) => {
      const { requirement, verdict } = check;
      const all = judgements.find((judgement) => judgement.requirement === requirement)?.exchanges ?? [];
      const exchanges: readonly RecordedExchange[] =
        at < MAX_WITH_EXCHANGES ? shownExchanges(check, all) : [];
      const since = verdict === "warned" ? undefined : failingSince(requirement, earlier);
      return findingHtml(check, {
        exchanges,
        ...(all.length > 0 && { evidence: `evidence/${requirement}.json` }),
        ...(since !== undefined && { since }),
        open: FAILING.includes(verdict) && at < MAX_WITH_EXCHANGES,
      });
    })
    .join("\n");
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
