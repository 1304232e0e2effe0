import type { Verdict } from "../../engine/verdict.ts";
import type { PastRun } from "../history/past-run.ts";
import { dateHtml } from "../html/date-html.ts";
import { VERDICT_MARK } from "../terminal/palette.ts";
import { xmlText } from "../../text/xml-text.ts";
import { CHECK_TONE, VERDICT_TONE } from "./verdict-tone.ts";

const MAX_RUNS = 30;
const MAX_CHECKS = 12;

/**
 * Shows the last runs of the target as a strip, one strip for each failing check, and a table of the runs.
 * @param runs the oldest first, this one last
 */
export function runsHtml(runs: readonly PastRun[], failing: readonly string[]): string {
  const last = runs.slice(-MAX_RUNS);
  if (last.length <= 1) return `<p>This is the first run of this target that this folder remembers.</p>`;
  const left = failing.length - MAX_CHECKS;
  const rows = failing.slice(0, MAX_CHECKS).map((id) =>
    stripRow(
      `<a href="#${id}">${id}</a>`,
      last.map((run) => checkMark(run, id)),
    ),
  );
  return `<p class="because">The last ${last.length} runs of this target, the newest on the right.</p>
<dl class="strips">
${[stripRow("verdict", last.map(runMark)), ...rows].join("\n")}
</dl>
${left <= 0 ? "" : `<p><small>and ${left} more that fail now: each says above since when</small></p>`}
<details class="fold"><summary>Each of these runs</summary>${tableHtml(last)}</details>`;
}

function stripRow(name: string, marks: readonly string[]): string {
  return `<div><dt>${name}</dt><dd><ol class="strip">${marks.join("")}</ol></dd></div>`;
}

function runMark({ verdict, startedAt, label }: PastRun): string {
  const { tone, mark } = VERDICT_TONE[verdict];
  const named = label === undefined ? "" : ` ${xmlText(label)}`;
  return markHtml(tone, mark, `${startedAt.slice(0, 16)}${named} ${verdict}`);
}

function checkMark({ checks, startedAt }: PastRun, id: string): string {
  const verdict = checks.get(id);
  const when = startedAt.slice(0, 16);
  if (verdict === undefined) return markHtml("none", " ", `${when} not run`);
  return markHtml(CHECK_TONE[verdict], VERDICT_MARK[verdict], `${when} ${verdict}`);
}

/** One run in a strip. @param says HTML: the same for readers who do not see it */
export function markHtml(tone: string, mark: string, says: string): string {
  return `<li class="${tone}" title="${says}"><span aria-hidden="true">${mark}</span><span class="unseen">${says}</span></li>`;
}

function tableHtml(runs: readonly PastRun[]): string {
  const headings = ["Started", "Label", "Verdict", "Failed", "Passed", "Depth", "Suite", "Requests"];
  const rows = runs.toReversed().map((run) => `<tr>${cells(run).join("")}</tr>`);
  return `<div class="wide" tabindex="0" role="group" aria-label="Each of the last runs"><table>
<thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

function cells({ startedAt, label, verdict, checks, depth, suite, requests }: PastRun): string[] {
  const { tone, mark } = VERDICT_TONE[verdict];
  const count = (wanted: Verdict) => [...checks.values()].filter((one) => one === wanted).length;
  const others = [
    count("failed"),
    count("passed"),
    xmlText(depth ?? ""),
    xmlText(suite ?? ""),
    requests ?? "",
  ];
  return [
    `<th scope="row">${dateHtml(startedAt)}</th>`,
    `<td>${xmlText(label ?? "")}</td>`,
    `<td><strong class="${tone}"><span aria-hidden="true">${mark}</span> ${verdict}</strong></td>`,
    ...others.map((text) => `<td>${text}</td>`),
  ];
}
