import { xmlText } from "../../text/xml-text.ts";
import { numberOf } from "../text/count-text.ts";
import type { BoardContent } from "./page-content.ts";
import { dateHtml } from "./date-html.ts";
import { isStale, matrixTable, targetHtml } from "./target-html.ts";
import { pageHtml, type PageSection } from "./page-html.ts";
import { legendHtml, verdictHtml, VERDICT_TONE } from "./verdict-marks.ts";

/** The beginning of the title of every board. */
export const BOARD_TITLE = "Conformance board";
const MAX_PROBLEMS = 100;
/** A longer list is folded: the targets come first. */
const MAX_OPEN = 5;

/** Builds the page of many targets and nights. */
export function boardHtml(content: BoardContent): string {
  const { targets, builtAt, staleDays } = content;
  const counts = countsOf(content);
  const tone = targets[0] === undefined ? "open" : VERDICT_TONE[targets[0].last.verdict].tone;
  const number = numberOf(targets.length, "target");
  const items = counts.map(
    ({ verdict, count }) =>
      `<li>${count} ${verdict === "stale" ? `<span class="stale">stale</span>` : verdictHtml(verdict)}</li>`,
  );
  return pageHtml({
    title: [`${BOARD_TITLE}: ${number}`, ...counts.map(({ verdict, count }) => `${count} ${verdict}`)].join(
      ", ",
    ),
    header: `<header class="${tone}">
<p class="eyebrow">Contract of the Card Issuing Open API</p>
<h1>${BOARD_TITLE}</h1>
<p class="lead">${number}</p>
<ul class="legend">${items.join("")}</ul>
</header>`,
    filter: {
      of: "Targets",
      example: "name, address or area",
      kinds: counts.map(({ verdict }) => ({ word: verdict, label: verdict })),
    },
    sections: boardSections(content),
    footer: `<p><small>Built ${dateHtml(builtAt.toISOString())}. A result is stale after ${numberOf(staleDays, "day")}.</small></p>`,
  });
}

function boardSections(content: BoardContent): PageSection[] {
  const { targets, problems } = content;
  const anchors = targets.map((_, at) => `target-${at + 1}`);
  const articles = targets.map((target, at) => targetHtml(target, anchors[at] ?? "", content));
  return [
    ...(problems.length === 0 ? [] : [problemsSection(problems)]),
    { id: "matrix", title: "Targets and areas", body: `${matrixTable(content, anchors)}\n${legendHtml()}` },
    { id: "targets", title: "Nights of each target", count: targets.length, body: articles.join("\n") },
  ];
}

function problemsSection(problems: BoardContent["problems"]): PageSection {
  const left = problems.length - MAX_PROBLEMS;
  const items = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ place, why }) => `<li><code>${xmlText(place)}</code> ${xmlText(why)}.</li>`);
  const more = left <= 0 ? "" : `<p>and ${numberOf(left, "other problem")}</p>`;
  const body = `<details class="fold"${problems.length <= MAX_OPEN ? " open" : ""}><summary>Each of them</summary><ul>${items.join("")}</ul>${more}</details>`;
  return { id: "problems", title: "Not read, or doubtful", count: problems.length, body };
}

/** How many targets have each verdict, the worst first, and how many are stale. */
function countsOf(content: BoardContent) {
  const byVerdict = Map.groupBy(content.targets, ({ last }) => last.verdict);
  const stale = content.targets.filter((target) => isStale(target, content)).length;
  return [
    ...[...byVerdict].map(([verdict, { length }]) => ({ verdict, count: length })),
    ...(stale === 0 ? [] : [{ verdict: "stale" as const, count: stale }]),
  ];
}
