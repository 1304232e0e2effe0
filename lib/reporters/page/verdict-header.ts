import type { RunVerdict } from "../../engine/run-verdict.ts";
import { dateHtml } from "../html/date-html.ts";
import { failureCount } from "../root-failures.ts";
import type { RunResult } from "../run-result.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { xmlText } from "../../text/xml-text.ts";
import { verdictReason } from "../verdict-reason.ts";
import { coverageBar } from "./coverage-bar.ts";
import { VERDICT_TONE } from "./verdict-tone.ts";

const MEANING: Readonly<Record<RunVerdict, string>> = {
  conformant: "Nothing that was judged is broken.",
  "conformant-partial": "Nothing that was judged is broken, and not everything could be judged.",
  "non-conformant": "The target breaks the contract.",
  incomplete: "Nothing failed, and something that was to be judged could not be.",
  unreachable: "The target could not be reached, so nothing was judged.",
  defect: "This suite has a fault of its own; nothing here is held against the target.",
  interrupted: "The run was ended before it was through.",
};

/** The head of the page: the verdict, and what it rests on. */
export function verdictHeader(result: RunResult): string {
  const { target, verdict } = result;
  const { tone, mark } = VERDICT_TONE[verdict];
  const why = result.coverage.binding === 0 ? verdictReason(result) : result.reason;
  return `<header class="verdict ${tone}">
<p class="eyebrow">Contract of the Card Issuing Open API</p>
<h1><span class="target">${xmlText(target.name)}</span> <span class="said"><span aria-hidden="true">${mark}</span> ${verdict}</span></h1>
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
