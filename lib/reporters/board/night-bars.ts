import type { BoardRun } from "./board-run.ts";
import { countText, runTimeText } from "./board-text.ts";
import type { Night } from "./night-strip.ts";

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
export function barRows(nights: readonly Night[]): string[] {
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
