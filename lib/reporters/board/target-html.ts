import { dateHtml } from "../html/date-html.ts";
import { xmlText } from "../../text/xml-text.ts";
import { areaState } from "./area-state.ts";
import type { BoardContent, BoardRun, BoardTarget } from "./board-run.ts";
import { countText, dayText, foldersText, runTimeText, numberOf, sinceText } from "./board-text.ts";
import { verdictHtml } from "./mark-html.ts";
import { lastRunHtml } from "./matrix-html.ts";
import { verdictAt } from "./verdict-register.ts";
import { markHtml } from "../page/runs-html.ts";
import { VERDICT_TONE } from "../page/verdict-tone.ts";
import { RUN_VERDICTS_WORST_FIRST } from "../worst-first.ts";

const HEIGHT = 20;
const SLOT = 4;
const BAR = 3;
/** The lowest bar that a reader can see. */
const MIN_HEIGHT = 0.5;

/** A number that each run has. */
interface Measure {
  readonly name: string;
  readonly text: (value: number) => string;
  readonly valueOf: (run: BoardRun) => number | undefined;
}

const MEASURES: readonly Measure[] = [
  { name: "requests", text: countText, valueOf: ({ requests }) => requests },
  { name: "duration", text: runTimeText, valueOf: ({ durationMs }) => durationMs },
];

/** Requests and duration over the nights, as rows of a list of terms. */
function barRows(nights: readonly Night[]): string[] {
  return MEASURES.map((measure) => rowHtml(nights, measure));
}

/** The last run of a night stands for it. */
function rowHtml(nights: readonly Night[], { name, text, valueOf }: Measure): string {
  const values = nights.map(({ runs }) => {
    const last = runs.findLast((run) => valueOf(run) !== undefined);
    return last && valueOf(last);
  });
  const known = values.filter((value) => value !== undefined);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const says =
    known.length === 0
      ? "not recorded"
      : `${text(known.at(-1) ?? 0)} in the last run, ${text(lowest)} to ${text(highest)} in these nights`;
  const bars = values.map((value, at) => barSvg(value, at, highest));
  const svg = `<svg class="bars" viewBox="0 0 ${nights.length * SLOT} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bars.join("")}</svg>`;
  return `<div><dt>${name}</dt><dd>${known.length === 0 ? "" : svg}<small>${says}</small></dd></div>`;
}

function barSvg(value: number | undefined, at: number, highest: number): string {
  if (value === undefined) return "";
  const height = highest === 0 ? MIN_HEIGHT : Math.max(MIN_HEIGHT, (value / highest) * HEIGHT);
  return `<rect x="${at * SLOT}" y="${(HEIGHT - height).toFixed(1)}" width="${BAR}" height="${height.toFixed(1)}"/>`;
}

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

/** The runs of one day. */
interface Night {
  /** `2026-11-21`, UTC. */
  readonly day: string;
  /** The oldest first. */
  readonly runs: readonly BoardRun[];
}

/** The runs of a target by day, also the days without one. */
function nightsOf({ runs }: BoardTarget, days: readonly string[]): Night[] {
  const byDay = Map.groupBy(runs, ({ startedAt }) => startedAt.slice(0, 10));
  return days.map((day) => ({ day, runs: byDay.get(day) ?? [] }));
}

/** One small cell for each night. The worst run of a day decides its cell: a second run must not hide the first. */
function stripHtml(nights: readonly Night[]): string {
  return `<ol class="strip nights" aria-label="Verdict of each night">${nights.map(cellHtml).join("")}</ol>`;
}

function cellHtml({ day, runs }: Night): string {
  const worst = RUN_VERDICTS_WORST_FIRST.find((one) => runs.some(({ verdict }) => verdict === one));
  if (worst === undefined) return markHtml("none empty", "", `${dayText(day)}: no run`);
  const verdicts = runs.map(({ verdict }) => verdict).join(", ");
  const number = runs.length === 1 ? "" : `${numberOf(runs.length, "run")}, `;
  const { tone, mark } = VERDICT_TONE[worst];
  return markHtml(tone, mark, `${dayText(day)}: ${number}${verdicts}`);
}
