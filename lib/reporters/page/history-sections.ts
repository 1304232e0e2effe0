import { requirementLink } from "./requirement-html.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { changesSince, type RunChanges, type ChangedVerdict } from "../history/changes-since.ts";
import type { PageSection } from "./page-section.ts";
import type { ReportContent } from "./report-content.ts";
import { runsHtml } from "./runs-html.ts";
import type { PastRun } from "../history/past-run.ts";
import { dateHtml } from "../html/date-html.ts";
import { xmlText } from "../../text/xml-text.ts";

/** Lists changed checks since the run before. */
function changesHtml(before: PastRun, now: PastRun, changes: RunChanges): string {
  const { broken, mended, other, added, gone } = changes;
  const lists = [
    listHtml("Broken now", broken),
    listHtml("Kept again", mended),
    listHtml("Other verdicts", other),
  ].filter((list) => list !== "");
  const counts = [
    ...(added > 0 ? [`${added} ${checksText(added)} the run before did not have`] : []),
    ...(gone > 0 ? [`${gone} ${checksText(gone)} only the run before had`] : []),
  ];
  return [
    `<p class="because">Since the run of ${dateHtml(before.startedAt)}, which was ${before.verdict}${otherwise(before, now)}.</p>`,
    ...(lists.length === 0 ? ["<p>No check has another verdict.</p>"] : lists),
    ...(counts.length === 0 ? [] : [`<p>${counts.join("; ")}.</p>`]),
  ].join("\n");
}

/** Other differences that may explain a change. */
function otherwise(before: PastRun, now: PastRun): string {
  const facts = [
    ...(before.depth === undefined || before.depth === now.depth ? [] : [`depth ${before.depth}`]),
    ...(before.suite === undefined || before.suite === now.suite ? [] : [`suite ${before.suite}`]),
  ];
  return facts.length === 0 ? "" : ` (${xmlText(facts.join(", "))})`;
}

function listHtml(title: string, changes: readonly ChangedVerdict[]): string {
  if (changes.length === 0) return "";
  return `<h3>${title}</h3><ul class="rows">${changes.map(changeHtml).join("")}</ul>`;
}

/** An old history may contain any name. */
const ID = /^[a-z\d-]+\.[a-z\d-]+$/;

function changeHtml({ requirement, before, after }: ChangedVerdict): string {
  const name = ID.test(requirement) ? requirementLink(requirement) : xmlText(requirement);
  return `<li>${name} <span class="because">${before} → ${after}</span></li>`;
}

function checksText(count: number): string {
  return count === 1 ? "check that" : "checks that";
}

const FAILING: readonly Verdict[] = ["failed", "errored"];

/** Changes since the last run with results, and the last runs. */
export function historySections({ result, earlier }: ReportContent): PageSection[] {
  const { requests, ...rest } = result;
  const checks = new Map(result.checks.map((check): [string, Verdict] => [check.requirement, check.verdict]));
  const now = { ...rest, suite: rest.suite.version, requests: requests.sent, checks };
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
