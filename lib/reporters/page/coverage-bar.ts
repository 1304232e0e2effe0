import type { RunResult } from "../run-result.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { verdictReason } from "../verdict-reason.ts";

const HEIGHT = 3;
const WIDTH = 100;
const GAP = 0.4;

/** Draws the checks that apply as one bar with its legend. Empty without such checks. */
export function coverageBar(result: RunResult): string {
  const { coverage, counts, verdict, reason } = result;
  const { binding, judged } = coverage;
  if (binding === 0) return "";
  const parts = [
    { tone: "good", count: counts.passed, name: "kept" },
    {
      tone: "bad",
      count: counts.failed + counts.errored,
      name: counts.errored > 0 ? "broken or errored" : "broken",
    },
    { tone: "warn", count: counts.waived + counts.warned, name: "waived or warned" },
    { tone: "open", count: counts.inconclusive, name: "not decided" },
    { tone: "none", count: counts.uncovered, name: "not covered" },
  ].filter(({ count }) => count > 0);
  const legend = parts.map(
    ({ tone, count, name }) =>
      `<li><span class="swatch ${tone}" aria-hidden="true"></span>${count} ${name}</li>`,
  );
  const which = verdict === "interrupted" ? "that the run reached" : "that apply to this target";
  const rest = reason === undefined ? verdictReason(result) : undefined;
  return `<p class="judged"><strong>${judged} of ${binding}</strong> requirements ${which} were checked${rest === undefined ? "" : `; ${proseHtml(rest)}`}</p>
<svg class="bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${rectangles(parts, binding)}</svg>
<ul class="legend">${legend.join("")}</ul>`;
}

function rectangles(
  parts: readonly { readonly tone: string; readonly count: number }[],
  all: number,
): string {
  const space = WIDTH - GAP * (parts.length - 1);
  let x = 0;
  return parts
    .map(({ tone, count }) => {
      const width = (count / all) * space;
      const rectangle = `<rect class="${tone}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="${HEIGHT}"/>`;
      x += width + GAP;
      return rectangle;
    })
    .join("");
}
