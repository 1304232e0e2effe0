import { requirementLink } from "./requirement-html.ts";
import { changesSince, type RunChanges, type ChangedVerdict } from "../history/changes-since.ts";
import { historyLine, pastRun } from "../history/history-line.ts";
import type { PastRun } from "../history/past-run.ts";
import { numberOf } from "../text/count-text.ts";
import type { RunResult, StoredVerdict } from "../stored/run-result.ts";
import { xmlText } from "../../text/xml-text.ts";
import { dateHtml, minuteText } from "./date-html.ts";
import type { PageSection } from "./page-html.ts";
import type { ReportContent } from "./page-content.ts";
import { runsTable, stripsHtml } from "./runs-html.ts";

const FAILING: readonly StoredVerdict[] = ["failed", "errored"];

/** Lists changed checks since the run before. */
function changesHtml(before: PastRun, now: PastRun, changes: RunChanges): string {
  const { broken, mended, other, added, gone } = changes;
  const lists = [
    listHtml("Broken now", broken),
    listHtml("Kept again", mended),
    listHtml("Other verdicts", other),
  ].filter((list) => list !== "");
  const counts = [
    ...(added > 0 ? [`${numberOf(added, "check")} that the run before did not have`] : []),
    ...(gone > 0 ? [`${numberOf(gone, "check")} that only the run before had`] : []),
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
    ...(before.depth === now.depth ? [] : [`depth ${before.depth}`]),
    ...(before.suite === now.suite ? [] : [`suite ${before.suite}`]),
  ];
  return facts.length === 0 ? "" : ` (${xmlText(facts.join(", "))})`;
}

function listHtml(title: string, changes: readonly ChangedVerdict[]): string {
  if (changes.length === 0) return "";
  return `<h3>${title}</h3><ul class="rows">${changes.map(changeHtml).join("")}</ul>`;
}

function changeHtml({ requirement, before, after }: ChangedVerdict): string {
  return `<li>${requirementLink(requirement)} <span class="because">${before} → ${after}</span></li>`;
}

const MAX_RUNS = 30;
const MAX_CHECKS = 12;

/** Changes since the last run with results, and the last runs. */
export function historySections({ result, earlier }: ReportContent): PageSection[] {
  const now = pastRun(historyLine(result));
  const before = earlier.findLast(({ checks }) => checks.size > 0);
  const changes = before && changesHtml(before, now, changesSince(before.checks, now.checks));
  return [
    ...(changes === undefined || result.checks.length === 0
      ? []
      : [{ id: "changes", title: "Since the last run", body: changes }]),
    { id: "runs", title: "Runs", body: runsHtml([...earlier, now].slice(-MAX_RUNS), result) },
  ];
}

/** @param runs the oldest first, this one last */
function runsHtml(runs: readonly PastRun[], { checks, target }: RunResult): string {
  if (runs.length === 1) return `<p>This is the first run of this target that this folder remembers.</p>`;
  const failing = checks.flatMap(({ requirement, verdict }) =>
    FAILING.includes(verdict) ? [requirement] : [],
  );
  const left = failing.length - MAX_CHECKS;
  const columns = runs.map((run) => ({ when: whenText(run), runs: [run] }));
  return `<p class="because">The last ${runs.length} runs of this target, the newest on the right.</p>
${stripsHtml(columns, failing.slice(0, MAX_CHECKS))}
${left <= 0 ? "" : `<p><small>and ${left} more that fail now: each says above since when</small></p>`}
${runsTable(runs, target.name)}`;
}

function whenText({ startedAt, label }: PastRun): string {
  return `${minuteText(startedAt)}${label === undefined ? "" : ` ${xmlText(label)}`}`;
}
