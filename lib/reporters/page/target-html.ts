import { xmlText } from "../../text/xml-text.ts";
import { foldersText, type BoardContent, type BoardTarget } from "./page-content.ts";
import { dateHtml, dayText, sinceText } from "./date-html.ts";
import { type Column, originText, runsTable, stripsHtml } from "./runs-html.ts";
import type { StoredVerdict } from "../stored/run-result.ts";
import { numberOf } from "../text/count-text.ts";
import {
  type FailingStreak,
  failingStreak,
  targetStreak,
  unreachableStreak,
} from "../history/failing-streak.ts";
import type { PastRun } from "../history/history-line.ts";
import { VERDICTS_WORST_FIRST, VERDICT_LOOKS } from "../stored/verdict-looks.ts";
import { markHtml, verdictHtml } from "./verdict-marks.ts";

const DAY_MS = 86_400_000;
/** Verdicts whose number is shown. */
const COUNTED: readonly StoredVerdict[] = ["failed", "errored", "waived", "inconclusive", "warned"];

type Matrix = Pick<BoardContent, "targets" | "areas" | "staleDays" | "builtAt">;

/**
 * The table of targets and areas.
 * @param anchors the place in the page of the nights of each target
 */
export function matrixTable(content: Matrix, anchors: readonly string[]): string {
  const areas = [...content.areas.keys()];
  const heads = areas.map((area) => `<th scope="col"><span>${xmlText(area)}</span></th>`);
  const rows = content.targets.map((target, at) => rowHtml(target, anchors[at] ?? "", content));
  return `<div class="wide" tabindex="0" role="group" aria-label="Targets and areas"><table class="matrix">
<thead><tr><th scope="col">target</th><th scope="col">last run</th>${heads.join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

export function areasTable(target: BoardTarget, areas: BoardContent["areas"]): string {
  const rows = [...areas].map(([area, ids]) => {
    const state = areaState(target, ids);
    const { verdict = "not checked", count } = state;
    const counted = verdict === "not checked" ? verdict : `${count} of ${ids.length} ${verdict}`;
    return `<tr><th scope="row">${xmlText(area)}</th>${cellHtml(state)}<td>${counted}</td></tr>`;
  });
  return `<table class="areas"><thead><tr><th scope="col">area</th><th scope="col">mark</th><th scope="col">checks</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

function rowHtml(target: BoardTarget, id: string, content: Matrix): string {
  const cells = [...content.areas.values()].map((ids) => cellHtml(areaState(target, ids)));
  return `<tr data-item data-of="${id}"><th scope="row"><a href="#${id}">${xmlText(target.name)}</a></th><td>${lastRunHtml(target, content)}</td>${cells.join("")}</tr>`;
}

/** The verdict of the last run with everything that restricts it. */
function lastRunHtml(target: BoardTarget, content: Matrix): string {
  const { last, runs } = target;
  const since = targetStreak(runs);
  const unreachable = unreachableStreak(runs);
  const isWaived = [...last.checks.values()].includes("waived");
  const after = isWaived ? "waived, fails" : "not checked again; failed";
  const fails = last.verdict === "non-conformant" ? "fails" : after;
  const facts = [
    ...(last.scope === undefined ? [] : [xmlText(last.scope)]),
    ...(unreachable === undefined ? [] : [`no answer ${sinceText(unreachable)}`]),
    ...(since === undefined ? [] : [`${fails} ${sinceText(since)}`]),
  ];
  const stale = isStale(target, content)
    ? ` <span class="stale">stale: ${numberOf(ageDays(target, content), "day")} old</span>`
    : "";
  return `${verdictHtml(last.verdict)}${stale}${facts.length === 0 ? "" : ` <small>${facts.join(" · ")}</small>`}`;
}

/** Whether the last run of a target is too old to say how the target is now. */
export function isStale(target: BoardTarget, content: Matrix): boolean {
  return ageDays(target, content) >= content.staleDays;
}

function ageDays({ last }: BoardTarget, { builtAt }: Matrix): number {
  return Math.max(0, Math.floor((builtAt.getTime() - Date.parse(last.startedAt)) / DAY_MS));
}

/** The state of one area of a target after its last run. */
interface AreaState {
  /** The worst verdict of the last run. Undefined: the run did not check the area. */
  readonly verdict: StoredVerdict | undefined;
  /** The number of checks with this verdict. */
  readonly count: number;
  /** The run left out checks of the area that other runs have. */
  readonly isPart: boolean;
  readonly since: FailingStreak | undefined;
}

/** Finds the state of an area. @param ids its requirements */
function areaState({ runs, last }: BoardTarget, ids: readonly string[]): AreaState {
  const verdicts = ids.flatMap((id) => last.checks.get(id) ?? []);
  const verdict = VERDICTS_WORST_FIRST.find((one) => verdicts.includes(one));
  return {
    verdict,
    count: verdicts.filter((one) => one === verdict).length,
    isPart: leavesOut(last) && verdicts.length < ids.length,
    since: failingStreak(runs, ids),
  };
}

function leavesOut({ scope, verdict }: PastRun): boolean {
  return scope !== undefined || verdict === "interrupted";
}

function cellHtml({ verdict, count, since, isPart }: AreaState): string {
  const from = since === undefined ? "" : `, ${sinceText(since)}`;
  if (verdict === undefined || (since !== undefined && !COUNTED.includes(verdict))) {
    return since === undefined
      ? `<td class="none"><span class="unseen">not checked</span></td>`
      : markHtml("td", "bad", "(✗)", `failed before, not checked again${from}`);
  }
  const isPartial = isPart && verdict === "passed";
  const mark = isPartial ? "◐" : VERDICT_LOOKS[verdict].mark;
  const rest = isPart ? ", other checks left out" : "";
  return markHtml(
    "td",
    isPartial ? "part" : VERDICT_LOOKS[verdict].tone,
    COUNTED.includes(verdict) ? `${mark}${count}` : mark,
    `${count} ${verdict}${rest}${from}`,
  );
}

/** One target with its nights. */
export function targetHtml(target: BoardTarget, id: string, content: BoardContent): string {
  const { name, last } = target;
  const nights = nightsOf(target, content);
  const shown = nights.flatMap(({ runs }) => runs);
  const kinds = isStale(target, content) ? `${last.verdict} stale` : last.verdict;
  const [first, newest] = [nights[0]?.when, nights.at(-1)?.when];
  return `<article id="${id}" class="nights" aria-labelledby="${id}-name" data-item="${kinds}">
<h3 id="${id}-name">${xmlText(name)}</h3>
<p>${lastRunHtml(target, content)}</p>
<p class="facts">${factsOf(target).join(" · ")}</p>
${failingAreas(target, content)}
${stripsHtml(nights)}
<p><small>Nights from ${first ?? ""} to ${newest ?? ""}</small></p>
${shown.length === 0 ? "" : runsTable(shown, name)}
</article>`;
}

function factsOf(target: BoardTarget): string[] {
  const { baseUrl, last } = target;
  const folders = foldersText(target);
  return [
    `<code>${xmlText(baseUrl)}</code>`,
    `last run ${dateHtml(last.startedAt)}`,
    xmlText(originText(last)),
    ...(last.report === undefined ? [] : [`<a href="${xmlText(last.report)}">report of the last run</a>`]),
    ...(folders === undefined ? [] : [xmlText(folders)]),
  ];
}

function failingAreas(target: BoardTarget, { areas }: BoardContent): string {
  const items = [...areas].flatMap(([area, ids]) => {
    const { since, verdict, count } = areaState(target, ids);
    if (since === undefined) return [];
    const isNow = verdict === "failed" || verdict === "errored" || verdict === "waived";
    const now = verdict === "waived" ? `${count} waived, fails` : `${count} ${verdict}`;
    const how = isNow ? now : "failed before, not checked again";
    return [`<li><strong class="bad">${xmlText(area)}</strong> ${how} ${sinceText(since)}</li>`];
  });
  return items.length === 0 ? "" : `<ul>${items.join("")}</ul>`;
}

/** The days of every strip, also those without a run. They end with the day of the newest run of all targets. */
function nightsOf({ runs }: BoardTarget, { targets, nights }: BoardContent): Column[] {
  const newest = Math.max(...targets.map(({ last }) => Date.parse(last.startedAt)));
  const byDay = Map.groupBy(runs, ({ startedAt }) => startedAt.slice(0, 10));
  return Array.from({ length: nights }, (_, at) => {
    const day = new Date(newest - (nights - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return { when: dayText(day), runs: byDay.get(day) ?? [] };
  });
}
