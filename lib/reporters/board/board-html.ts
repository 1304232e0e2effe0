import type { RunVerdict } from "../../engine/run-verdict.ts";
import { BASE_STYLE } from "../html/base-style.ts";
import { dateHtml } from "../html/date-html.ts";
import { htmlDocument } from "../html/html-document.ts";
import { type PageSection, sectionHtml, sectionsNav } from "../page/page-section.ts";
import { REPORT_STYLE } from "../page/report-style.ts";
import { VERDICT_TONE } from "../page/verdict-tone.ts";
import { xmlText } from "../../text/xml-text.ts";
import type { BoardContent } from "./board-run.ts";
import { BOARD_STYLE } from "./board-style.ts";
import { isStale, numberOf, shownDays } from "./board-text.ts";
import { legendHtml, verdictHtml } from "./mark-html.ts";
import { matrixTable } from "./matrix-html.ts";
import { targetHtml } from "./target-html.ts";

/** The beginning of the title of every board. */
export const BOARD_TITLE = "Conformance board";
const MAX_PROBLEMS = 100;

/** Builds the page of many targets and nights. It loads nothing and has no script. */
export function boardHtml(content: BoardContent): string {
  const { targets } = content;
  const sections = boardSections(content);
  const worst = worstVerdict(content);
  const body = `<header class="verdict ${VERDICT_TONE[worst].tone}">
<p class="eyebrow">Contract of the Card Issuing Open API</p>
<h1>${BOARD_TITLE}</h1>
<p class="lead">${numberOf(targets.length, "target")}</p>
<ul class="legend">${countsOf(content).map(countHtml).join("")}</ul>
<p><small>Built ${dateHtml(content.builtAt.toISOString())}. A result is stale after ${numberOf(content.staleDays, "day")}.</small></p>
</header>
${sectionsNav(sections)}
<main>
${sections.map(sectionHtml).join("\n")}
</main>`;
  return htmlDocument({
    title: `${BOARD_TITLE}: ${titleText(content)}`,
    style: `${BASE_STYLE}${REPORT_STYLE}${BOARD_STYLE}`,
    body,
  });
}

function boardSections(content: BoardContent): PageSection[] {
  const { targets, problems } = content;
  const days = shownDays(content);
  const articles = targets.map((target, at) => targetHtml(target, at + 1, content, days));
  const left = problems.length - MAX_PROBLEMS;
  const items = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ place, why }) => `<li><code>${xmlText(place)}</code> ${xmlText(why)}.</li>`);
  const more = left <= 0 ? "" : `<p>and ${numberOf(left, "other problem")}</p>`;
  const unread = {
    id: "problems",
    title: "Not read, or doubtful",
    count: problems.length,
    body: `<ul>${items.join("")}</ul>${more}`,
  };
  return [
    ...(problems.length === 0 ? [] : [unread]),
    { id: "matrix", title: "Targets and areas", body: `${matrixTable(content)}\n${legendHtml()}` },
    { id: "targets", title: "Nights of each target", count: targets.length, body: articles.join("\n") },
  ];
}

type Count = readonly [verdict: RunVerdict | "stale", count: number];

function countsOf(content: BoardContent): Count[] {
  const byVerdict = Map.groupBy(content.targets, ({ last }) => last.verdict);
  const stale = content.targets.filter((target) => isStale(target, content)).length;
  const counts = [...byVerdict].map(([verdict, targets]): Count => [verdict, targets.length]);
  return stale === 0 ? counts : [...counts, ["stale", stale]];
}

function countHtml([verdict, count]: Count): string {
  return `<li>${count} ${verdict === "stale" ? `<span class="stale">stale</span>` : verdictHtml(verdict)}</li>`;
}

function titleText(content: BoardContent): string {
  const counts = countsOf(content).map(([verdict, count]) => `${count} ${verdict}`);
  return [numberOf(content.targets.length, "target"), ...counts].join(", ");
}

/** The targets stand in the order of their verdicts, the worst first. */
function worstVerdict({ targets }: BoardContent): RunVerdict {
  return targets[0]?.last.verdict ?? "incomplete";
}
