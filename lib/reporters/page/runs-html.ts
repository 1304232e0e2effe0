import type { StoredVerdict } from "../stored/run-result.ts";
import { xmlText } from "../../text/xml-text.ts";
import { countText, numberOf, runTimeText } from "../text/count-text.ts";
import type { PastRun } from "../history/history-line.ts";
import { RUN_VERDICTS_WORST_FIRST, VERDICT_LOOKS } from "../stored/verdict-looks.ts";
import { dateHtml } from "./date-html.ts";
import { markHtml, verdictHtml, VERDICT_TONE } from "./verdict-marks.ts";

/** Bars stand below the marks of a strip, which are 9 tenths of a rem wide, with 1 tenth between them. */
const [BAR, PLACE, HEIGHT] = [9, 10, 20];
/** The lowest bar that a reader can see. */
const MIN_HEIGHT = 0.5;

/** One column of the strips: a run, or the runs of one night. The oldest first. */
export interface Column {
  /** For example `21 Nov 2026`. */
  readonly when: string;
  readonly runs: readonly PastRun[];
}

/**
 * Shows runs as strips: their verdicts, some checks, requests and durations.
 * @param checks ids of requirements
 */
export function stripsHtml(columns: readonly Column[], checks: readonly string[] = []): string {
  const rows = [
    stripRow("verdict", columns.map(verdictMark)),
    ...checks.map((id) =>
      stripRow(
        `<a href="#${id}">${id}</a>`,
        columns.map((column) => checkMark(column, id)),
      ),
    ),
    barRow("requests", columns, countText, ({ requests }) => requests),
    barRow("duration", columns, runTimeText, ({ durationMs }) => durationMs),
  ];
  return `<dl class="strips">\n${rows.join("\n")}\n</dl>`;
}

function stripRow(name: string, marks: readonly string[]): string {
  return `<div><dt>${name}</dt><dd><ol class="strip">${marks.join("")}</ol></dd></div>`;
}

/** The worst run decides: a second run must not hide the first. */
function verdictMark({ when, runs }: Column): string {
  const worst = RUN_VERDICTS_WORST_FIRST.find((one) => runs.some(({ verdict }) => verdict === one));
  if (worst === undefined) return markHtml("li", "none empty", "", `${when}: no run`);
  const verdicts = runs.map(({ verdict }) => verdict).join(", ");
  const number = runs.length === 1 ? "" : `${numberOf(runs.length, "run")}, `;
  const { tone, mark } = VERDICT_TONE[worst];
  return markHtml("li", tone, mark, `${when}: ${number}${verdicts}`);
}

function checkMark({ when, runs }: Column, id: string): string {
  const verdict = runs.at(-1)?.checks.get(id);
  if (verdict === undefined) return markHtml("li", "none", " ", `${when}: not run`);
  return markHtml("li", VERDICT_LOOKS[verdict].tone, VERDICT_LOOKS[verdict].mark, `${when}: ${verdict}`);
}

/** A number of each column as bars. The last run of a column stands for it. */
function barRow(
  name: string,
  columns: readonly Column[],
  text: (value: number) => string,
  valueOf: (run: PastRun) => number,
): string {
  const values = columns.map(({ runs }) => runs.map(valueOf).at(-1));
  const known = columns.flatMap(({ runs }) => runs.map(valueOf));
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const bars = values.map((value, at) => barSvg(value, at, highest)).join("");
  const shown =
    known.length === 0
      ? "<small>not recorded</small>"
      : `<svg class="bars" width="${columns.length}rem" viewBox="0 0 ${columns.length * PLACE} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bars}</svg><small>${text(known.at(-1) ?? 0)} in the last run, ${text(lowest)} to ${text(highest)} in all of these</small>`;
  return `<div><dt>${name}</dt><dd>${shown}</dd></div>`;
}

function barSvg(value: number | undefined, at: number, highest: number): string {
  if (value === undefined) return "";
  const height = highest === 0 ? MIN_HEIGHT : Math.max(MIN_HEIGHT, (value / highest) * HEIGHT);
  return `<rect x="${at * PLACE}" y="${(HEIGHT - height).toFixed(1)}" width="${BAR}" height="${height.toFixed(1)}"/>`;
}

const HEADINGS = ["Started", "Verdict", "Failed", "Passed", "Requests", "Duration", "Of", "Report"];

/** A folded table of runs, the newest first. @param whose for readers who do not see it */
export function runsTable(runs: readonly PastRun[], whose: string): string {
  const rows = runs.toReversed().map((run) => `<tr>${cells(run).join("")}</tr>`);
  return `<details class="fold"><summary>${numberOf(runs.length, "run")} in numbers</summary>
<div class="wide" tabindex="0" role="group" aria-label="Runs of ${xmlText(whose)}"><table>
<thead><tr>${HEADINGS.map((heading) => `<th scope="col">${heading}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div></details>`;
}

function cells(run: PastRun): string[] {
  const { startedAt, verdict, checks, requests, durationMs, report, scope } = run;
  const verdicts = [...checks].map(([, one]) => one);
  const count = (wanted: StoredVerdict) => verdicts.filter((one) => one === wanted).length;
  const others = [
    `${verdictHtml(verdict)}${scope === undefined ? "" : ` <small>${xmlText(scope)}</small>`}`,
    count("failed"),
    count("passed"),
    countText(requests),
    runTimeText(durationMs),
    xmlText(originText(run)),
    report === undefined
      ? ""
      : `<a href="${xmlText(report)}">report<span class="unseen"> of ${startedAt.slice(0, 16)}</span></a>`,
  ];
  return [`<th scope="row">${dateHtml(startedAt)}</th>`, ...others.map((cell) => `<td>${cell}</td>`)];
}

/** `v1.4.2 · quick · 0.1.0`: the label, the depth and the version of the suite. */
export function originText({ label, depth, suite }: PastRun): string {
  return [...(label === undefined ? [] : [label]), `depth ${depth}`, `suite ${suite}`].join(" · ");
}
