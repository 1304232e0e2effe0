import { dateHtml } from "../html/date-html.ts";
import { xmlText } from "../../text/xml-text.ts";
import { areaState } from "./area-state.ts";
import type { BoardContent, BoardRun, BoardTarget } from "./board-run.ts";
import { countText, dayText, foldersText, runTimeText, numberOf, sinceText } from "./board-text.ts";
import { verdictHtml } from "./mark-html.ts";
import { lastRunHtml } from "./matrix-html.ts";
import { barRows } from "./night-bars.ts";
import { nightsOf, stripHtml } from "./night-strip.ts";
import { verdictAt } from "./verdict-register.ts";

/** One target with its nights. @param days of every strip, the oldest first */
export function targetHtml(
  target: BoardTarget,
  number: number,
  content: BoardContent,
  days: readonly string[],
): string {
  const { name, baseUrl, last } = target;
  const nights = nightsOf(target, days);
  const shown = nights.flatMap(({ runs }) => runs);
  return `<article id="target-${number}" aria-labelledby="target-${number}-name">
<h3 id="target-${number}-name">${xmlText(name)}</h3>
<p>${lastRunHtml(target, content)}</p>
<p class="facts"><code>${xmlText(baseUrl)}</code> · last run ${dateHtml(last.startedAt)}${labelText(last)}${reportLink(last)}${foldersHtml(target)}</p>
${failingAreas(target, content)}
<dl class="strips">
<div><dt>nights</dt><dd>${stripHtml(nights)}<small>${rangeText(days)}</small></dd></div>
${barRows(nights).join("\n")}
</dl>
${shown.length === 0 ? "" : tableHtml(shown, name)}
</article>`;
}

function labelText({ label, depth, suite }: BoardRun): string {
  return `${label === undefined ? "" : ` · ${xmlText(label)}`} · depth ${xmlText(depth)} · suite ${xmlText(suite)}`;
}

function reportLink({ report }: BoardRun, name = "report of the last run"): string {
  return report === undefined ? "" : ` · <a href="${xmlText(report)}">${name}</a>`;
}

function foldersHtml(target: BoardTarget): string {
  const text = foldersText(target);
  return text === undefined ? "" : ` · ${xmlText(text)}`;
}

function rangeText(days: readonly string[]): string {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return `${dayText(first)} to ${dayText(last)}`;
}

function failingAreas(target: BoardTarget, { areas }: BoardContent): string {
  const items = [...areas].flatMap(([area, indexes]) => {
    const { since, verdict, count } = areaState(target, indexes);
    if (since === undefined) return [];
    const isNow = verdict === "failed" || verdict === "errored" || verdict === "waived";
    const how = isNow ? `${count} ${verdict}` : "failed before, not checked again";
    return [`<li><strong class="bad">${xmlText(area)}</strong> ${how} ${sinceText(since)}</li>`];
  });
  return items.length === 0 ? "" : `<ul class="areas">${items.join("")}</ul>`;
}

const HEADINGS = ["Started", "Verdict", "Failed", "Passed", "Requests", "Duration", "Report"];

function tableHtml(runs: readonly BoardRun[], name: string): string {
  const rows = runs.toReversed().map((run) => `<tr>${cells(run).join("")}</tr>`);
  return `<details class="fold"><summary>${numberOf(runs.length, "run")} in numbers</summary>
<div class="wide" tabindex="0" role="group" aria-label="Runs of ${xmlText(name)}"><table>
<thead><tr>${HEADINGS.map((heading) => `<th scope="col">${heading}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div></details>`;
}

function cells(run: BoardRun): string[] {
  const { startedAt, verdict, checks, requests, durationMs, report, scope } = run;
  const verdicts = [...checks.keys()].map((index) => verdictAt(checks, index));
  const count = (wanted: string) => verdicts.filter((one) => one === wanted).length;
  const others = [
    `${verdictHtml(verdict)}${scope === undefined ? "" : ` <small>${xmlText(scope)}</small>`}`,
    count("failed"),
    count("passed"),
    countText(requests),
    durationMs === undefined ? "" : runTimeText(durationMs),
    report === undefined
      ? ""
      : `<a href="${xmlText(report)}">report<span class="unseen"> of ${startedAt.slice(0, 16)}</span></a>`,
  ];
  return [`<th scope="row">${dateHtml(startedAt)}</th>`, ...others.map((cell) => `<td>${cell}</td>`)];
}
