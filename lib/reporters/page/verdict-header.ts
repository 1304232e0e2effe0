import { dateHtml } from "./date-html.ts";
import { failureCount } from "../text/root-failures.ts";
import type { RunResult, StoredRunVerdict } from "../stored/run-result.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { xmlText } from "../../text/xml-text.ts";
import { restrictionText } from "../stored/restriction-text.ts";
import { verdictReason } from "../text/verdict-reason.ts";
import { VERDICT_TONE } from "./verdict-marks.ts";

const HEIGHT = 3;
const WIDTH = 100;
const GAP = 0.4;

/** Draws the checks that apply as one bar with its legend. Empty without such checks. */
function coverageBar(result: RunResult): string {
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

const MEANING: Readonly<Record<StoredRunVerdict, string>> = {
  conformant: "Every check passed.",
  "conformant-partial": "Every check passed, but the run left something out.",
  "non-conformant": "The target breaks the contract.",
  incomplete: "No check failed, but the run could not decide everything.",
  unreachable: "The run did not reach the target and checked nothing.",
  defect: "This suite has a fault. Do not blame the target for anything on this page.",
  interrupted: "The run was interrupted before its end.",
};

/** The head of the page: the verdict and its facts. */
export function verdictHeader(result: RunResult): string {
  const { target, verdict } = result;
  const { tone, mark } = VERDICT_TONE[verdict];
  const restriction = restrictionText(result.selection);
  const why = result.coverage.binding === 0 ? verdictReason(result) : result.reason;
  return `<header class="${tone}">
<p class="eyebrow">Contract of the Card Issuing Open API</p>
<h1><span class="target">${xmlText(target.name)}</span> <span class="said"><span aria-hidden="true">${mark}</span> ${verdict}</span>${restriction === undefined ? "" : ` <span class="scope">${xmlText(restriction)}</span>`}</h1>
<p class="lead">${verdict === "non-conformant" ? brokenText(result) : MEANING[verdict]}</p>
${why === undefined ? "" : `<p class="why">${proseHtml(why)}</p>`}
${coverageBar(result)}
<dl>${factsOf(result).map(factHtml).join("")}</dl>
</header>`;
}

function brokenText({ checks }: RunResult): string {
  const failures = failureCount(checks);
  if (failures === undefined) return "No requirement is broken, but a waiver fails the run.";
  return `The target breaks the contract: ${failures}.`;
}

type Fact = readonly [name: string, html: string];

function factsOf({
  target,
  label,
  deployment,
  profileDigest,
  depth,
  seed,
  suite,
  startedAt,
  requests,
  durationMs,
  exitCode,
}: RunResult): Fact[] {
  return [
    ["Target", `<code>${xmlText(target.baseUrl)}</code>`],
    ...(label === undefined ? [] : [["Label", xmlText(label)] as const]),
    ...(deployment === undefined ? [] : [["Deployment", `<code>${xmlText(deployment)}</code>`] as const]),
    ["Profile", `${xmlText(target.name)}, SHA-256 <code>${profileDigest}</code>`],
    ["Mode", target.authMode],
    ["Depth", depth],
    ["Seed", String(seed)],
    ["Suite", xmlText(suite.version)],
    ["Started", dateHtml(startedAt)],
    ["Requests", `${requests.sent} in ${(durationMs / 1000).toFixed(1)} s`],
    ["Exit code", String(exitCode)],
  ];
}

function factHtml([name, html]: Fact): string {
  return `<div><dt>${name}</dt><dd>${html}</dd></div>`;
}
