import type { Verdict } from "../../engine/verdict.ts";
import type { RunVerdict } from "../../engine/run-verdict.ts";
import { CHECK_TONE, VERDICT_TONE } from "../page/verdict-tone.ts";
import { VERDICT_MARK } from "../terminal/palette.ts";

/** The verdicts of an area that its mark alone explains. */
const SHOWN: readonly Verdict[] = [
  "passed",
  "failed",
  "errored",
  "waived",
  "warned",
  "inconclusive",
  "uncovered",
];

/** The verdict of a run, with its mark and colour. */
export function verdictHtml(verdict: RunVerdict): string {
  const { tone, mark } = VERDICT_TONE[verdict];
  return `<strong class="${tone}"><span aria-hidden="true">${mark}</span> ${verdict}</strong>`;
}

/** Explains the marks of the page. */
export function legendHtml(): string {
  const runs = Object.entries(VERDICT_TONE).map(([verdict, { tone, mark }]) => itemHtml(tone, mark, verdict));
  const checks = SHOWN.map((verdict) => itemHtml(CHECK_TONE[verdict], VERDICT_MARK[verdict], verdict));
  const others = [
    itemHtml("none", VERDICT_MARK.inapplicable, "does not apply"),
    itemHtml("part", "◐", "passed, but the run left out other checks"),
    itemHtml("bad", "(✗)", "failed before, and the last run did not check it again"),
    itemHtml("none", "", "empty: not checked"),
  ];
  return `<details class="fold"><summary>What the marks mean</summary>
<h3>A run</h3><ul class="legend">${runs.join("")}</ul>
<h3>An area</h3><ul class="legend">${[...checks, ...others].join("")}</ul></details>`;
}

function itemHtml(tone: string, mark: string, text: string): string {
  const shown = mark === "" ? "" : `<strong class="${tone}" aria-hidden="true">${mark}</strong> `;
  return `<li>${shown}${text}</li>`;
}
