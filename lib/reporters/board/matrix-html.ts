import { CHECK_TONE } from "../page/verdict-tone.ts";
import { VERDICT_MARK } from "../terminal/palette.ts";
import { xmlText } from "../../text/xml-text.ts";
import { areaState, type AreaState } from "./area-state.ts";
import type { BoardContent, BoardTarget } from "./board-run.ts";
import { ageDays, isStale, numberOf, sinceText } from "./board-text.ts";
import { targetStreak, unreachableStreak } from "./failing-streak.ts";
import { verdictHtml } from "./mark-html.ts";

/** Verdicts whose number is shown. */
const COUNTED = new Set(["failed", "errored", "waived", "inconclusive", "warned"]);

/** The table of targets and areas. */
export function matrixTable(content: BoardContent): string {
  const areas = [...content.areas.keys()];
  const heads = areas.map((area) => `<th scope="col"><span>${xmlText(area)}</span></th>`);
  const rows = content.targets.map((target, at) => rowHtml(target, at + 1, content));
  return `<div class="wide" tabindex="0" role="group" aria-label="Targets and areas"><table class="matrix">
<thead><tr><th scope="col">target</th><th scope="col">last run</th>${heads.join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

function rowHtml(target: BoardTarget, number: number, content: BoardContent): string {
  const cells = [...content.areas].map(([, indexes]) => cellHtml(areaState(target, indexes)));
  return `<tr><th scope="row"><a href="#target-${number}">${xmlText(target.name)}</a></th><td>${lastRunHtml(target, content)}</td>${cells.join("")}</tr>`;
}

/** The verdict of the last run with everything that restricts it. */
export function lastRunHtml(target: BoardTarget, content: BoardContent): string {
  const { last, runs } = target;
  const since = targetStreak(runs);
  const unreachable = unreachableStreak(runs);
  const facts = [
    ...(last.scope === undefined ? [] : [xmlText(last.scope)]),
    ...(unreachable === undefined ? [] : [`no answer ${sinceText(unreachable)}`]),
    ...(since === undefined ? [] : [`${failingText(target)} ${sinceText(since)}`]),
  ];
  const stale = isStale(target, content) ? ` ${staleHtml(target, content)}` : "";
  return `${verdictHtml(last.verdict)}${stale}${facts.length === 0 ? "" : ` <small>${facts.join(" · ")}</small>`}`;
}

function failingText({ last }: BoardTarget): string {
  return last.verdict === "non-conformant" ? "fails" : "not checked again; failed";
}

function staleHtml(target: BoardTarget, content: BoardContent): string {
  return `<span class="stale">stale: ${numberOf(ageDays(target, content), "day")} old</span>`;
}

function cellHtml(state: AreaState): string {
  const { verdict, count, since, isPart } = state;
  if (verdict === undefined || (since !== undefined && !COUNTED.has(verdict))) return uncheckedHtml(state);
  const isPartial = isPart && verdict === "passed";
  const mark = isPartial ? "◐" : VERDICT_MARK[verdict];
  const shown = COUNTED.has(verdict) ? `${mark}${count}` : mark;
  const rest = isPart ? ", other checks left out" : "";
  const says = `${count} ${verdict}${rest}`;
  return markedCell(isPartial ? "part" : CHECK_TONE[verdict], shown, says, since);
}

function uncheckedHtml({ since }: AreaState): string {
  if (since === undefined) return `<td class="none"><span class="unseen">not checked</span></td>`;
  return markedCell("bad", "(✗)", "failed before, not checked again", since);
}

function markedCell(tone: string, mark: string, says: string, since: AreaState["since"]): string {
  const from = since === undefined ? "" : `, ${sinceText(since)}`;
  return `<td class="${tone}" title="${says}${from}"><span aria-hidden="true">${mark}</span><span class="unseen">${says}${from}</span></td>`;
}
