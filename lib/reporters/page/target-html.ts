import { xmlText } from "../../text/xml-text.ts";
import { foldersText, type BoardContent, type BoardTarget } from "./page-content.ts";
import { dateHtml, dayText, sinceText } from "./date-html.ts";
import { areaState, isStale, lastRunHtml } from "./matrix-html.ts";
import { type Column, originText, runsTable, stripsHtml } from "./runs-html.ts";

const DAY_MS = 86_400_000;

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
    const how = isNow ? `${count} ${verdict}` : "failed before, not checked again";
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
