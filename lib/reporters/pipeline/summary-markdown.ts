import type { CheckEvidence } from "../stored/evidence-schema.ts";
import { waiverProblems } from "../stored/waiver-problem.ts";
import { headlineOf } from "../text/headline.ts";
import type { RunResult, StoredCheck, StoredVerdict } from "../stored/run-result.ts";
import { sharedRestorations } from "../text/shared-restorations.ts";
import { type SharedReason, uncoveredReasons, undecidedReasons } from "../text/shared-reasons.ts";
import { rootFailures } from "../text/root-failures.ts";
import { operationLines, operationsTitle } from "../text/operation-lines.ts";
import { clipText } from "../../text/clip.ts";
import { verdictReason } from "../text/verdict-reason.ts";
import { markdownCode } from "../../text/markdown-code.ts";
import { markdownProse } from "../../text/markdown-prose.ts";
import { exchangeExcerpt } from "../text/exchange-excerpt.ts";
import { findingFacts, sectionsText, type FindingFact } from "../text/finding-facts.ts";
import { VERDICT_LOOKS, VERDICTS_WORST_FIRST } from "../stored/verdict-looks.ts";
import { countVerdicts } from "../stored/count-verdicts.ts";

const LEVELS = [
  "stated",
  "inferred",
  "advisory",
  "pinned",
] as const satisfies readonly StoredCheck["level"][];

/** Areas by levels: how many of the checks that apply passed, and every other verdict by name. */
function summaryTable({ checks }: RunResult): string[] {
  if (checks.length === 0) return [];
  const levels = LEVELS.filter((level) => checks.some((check) => check.level === level));
  const areas = Map.groupBy(checks, ({ area }) => area);
  const rows = [...areas].map(([area, members]) => row(area, members, levels));
  return [
    [
      `| area | ${levels.join(" | ")} |`,
      `|---|${levels.map(() => "---|").join("")}`,
      ...rows,
      row("**all**", checks, levels),
    ].join("\n"),
  ];
}

function row(area: string, checks: readonly StoredCheck[], levels: readonly string[]): string {
  const cells = levels.map((level) => cell(checks.filter((check) => check.level === level)));
  return `| ${area} | ${cells.join(" | ")} |`;
}

function cell(checks: readonly StoredCheck[]): string {
  if (checks.length === 0) return "";
  const counts = countVerdicts(checks, []);
  const binding = checks.length - counts.inapplicable;
  if (binding === 0) return "does not apply";
  const others = VERDICTS_WORST_FIRST.flatMap((verdict) => {
    const { sign } = VERDICT_LOOKS[verdict];
    return counts[verdict] === 0 || sign === undefined ? [] : [`${sign} ${counts[verdict]} ${verdict}`];
  });
  return [`${counts.passed}/${binding} passed`, ...others].join(", ");
}

const SIZE = { step: 300, last: 300 };

/** The exchanges that explain a violation, one line of Markdown each. */
function summaryExchanges(check: StoredCheck, evidence: readonly CheckEvidence[]): string[] {
  const own = evidence.find(({ requirement }) => requirement === check.requirement);
  return exchangeExcerpt(check, own?.exchanges ?? [], SIZE).parts.map(
    ({ exchange, gap, sent, came }) =>
      `${gap === undefined ? "" : `… ${gap}: `}${markdownCode(exchange.caller)} ${markdownCode(sent)} → ${markdownCode(came)}`,
  );
}

const MAX_VALUE_CHARS = 500;
/** Limits the summary for a server that breaks everything. The evidence has the rest. */
const MAX_WITH_EXCHANGES = 10;
const MAX_SUMMARY_CHARS = 60_000;
/** The result has the whole digest. */
const SHOWN_DIGEST_CHARS = 12;

/** A run in GitHub Markdown for a pull request or a pipeline step, short enough for a comment. */
export function summaryMarkdown(result: RunResult, evidence: readonly CheckEvidence[]): string {
  const { target, requests, durationMs, seed, depth, label, deployment, checks } = result;
  const why = verdictReason(result);
  const facts = [
    markdownCode(target.baseUrl),
    ...(label === undefined ? [] : [markdownProse(label)]),
    ...(deployment === undefined ? [] : [markdownCode(deployment)]),
    target.authMode,
    `depth ${depth}`,
    `seed ${seed}`,
    `suite ${result.suite.version}`,
    `profile ${result.profileDigest.slice(0, SHOWN_DIGEST_CHARS)}`,
    `${requests.sent} requests`,
    `${(durationMs / 1000).toFixed(1)} s`,
  ];
  const blocks = [
    `## ${markdownProse(target.name)}: ${headlineOf(result)}`,
    facts.join(" · "),
    ...(why === undefined ? [] : [markdownProse(why)]),
    ...summaryTable(result),
    ...section("Failures", findings(result, ["failed", "errored"], evidence)),
    ...section("Waivers that fail the run", bullets(waiverProblems(result.waivers))),
    ...section("Waived failures", findings(result, ["waived"], evidence)),
    ...section("Warnings", findings(result, ["warned"], evidence)),
    ...section("Not decided", reasons(undecidedReasons(checks))),
    ...section("Not covered", reasons(uncoveredReasons(checks))),
    ...section(operationsTitle(result), bullets(operationLines(result).map(({ text }) => text))),
    ...section("Warnings about the target", bullets(result.warnings.map(({ reason }) => reason))),
    ...section("State after the run", bullets(sharedRestorations(result.restored))),
    `Exit code ${result.exitCode}. ${checks.length === 0 ? "" : "Everything that was sent and answered is in `evidence/`. "}The result is in \`conformance.json\`.`,
  ];
  return `${shortened(blocks)}\n`;
}

/** As many blocks as fit, and the last one. */
function shortened(blocks: readonly string[]): string {
  const text = blocks.join("\n\n");
  if (text.length <= MAX_SUMMARY_CHARS) return text;
  const cut = text.slice(0, text.lastIndexOf("\n", MAX_SUMMARY_CHARS));
  return `${cut}\n\n… and more, in \`conformance.json\`.\n\n${blocks.at(-1) ?? ""}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}`, lines.join("\n")];
}

function findings(
  { checks }: RunResult,
  verdicts: readonly StoredVerdict[],
  evidence: readonly CheckEvidence[],
): string[] {
  return rootFailures(checks, verdicts).map((check, at) => {
    const { requirement, level, sections, text } = check;
    return [
      `- **${requirement}** (${level}, ${sectionsText(sections)}): ${text}`,
      ...findingFacts(check, checks).map(factLine),
      ...summaryExchanges(check, at < MAX_WITH_EXCHANGES ? evidence : []).map((line) => `  - ${line}`),
    ].join("\n");
  });
}

function factLine({ name, text, isProse }: FindingFact): string {
  return `  - ${name}: ${(isProse ? markdownProse : markdownCode)(clipText(text, MAX_VALUE_CHARS))}`;
}

function bullets(texts: readonly string[]): string[] {
  return texts.map((text) => `- ${markdownProse(text)}`);
}

function reasons(shared: readonly SharedReason[]): string[] {
  return shared.map(({ whose, reason }) => `- ${whose}: ${markdownProse(reason)}`);
}
