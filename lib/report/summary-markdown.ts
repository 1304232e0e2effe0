import { catalogue } from "../requirements/catalogue.ts";
import type { CheckResult } from "../result.ts";
import type { Verdict } from "../verdict.ts";
import { countVerdicts } from "./count-verdicts.ts";
import type { RunResult } from "./run-result.ts";
import { clip } from "./text/clip.ts";
import { markdownText } from "./text/markdown-text.ts";
import { uncoveredAreas } from "./uncovered-areas.ts";

const MAX_VALUE_CHARS = 500;
const COLUMNS = [
  "passed",
  "failed",
  "warned",
  "inconclusive",
  "uncovered",
  "inapplicable",
  "errored",
] as const satisfies readonly Verdict[];

/** A run in GitHub Markdown, for a pull request or the summary of a pipeline step. */
export function summaryMarkdown(result: RunResult): string {
  const { target, verdict, exitCode, reason, requests, durationMs, seed, depth } = result;
  const facts = [
    markdownText(target.baseUrl),
    target.authMode,
    `depth ${depth}`,
    `seed ${seed}`,
    `${requests.sent} requests`,
    `${(durationMs / 1000).toFixed(1)} s`,
  ];
  const blocks = [
    `## ${markdownText(target.name)}: ${verdict}`,
    facts.join(" · "),
    ...(reason === undefined ? [] : [markdownText(reason)]),
    ...table(result),
    ...section("Failures", findings(result, ["failed", "errored"])),
    ...section("Warnings", findings(result, ["warned"])),
    ...section("Not decided", undecided(result)),
    ...section("Not covered by this profile", uncovered(result)),
    ...section("Configuration of the merchants", restored(result)),
    `Exit code ${exitCode}.`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function table({ checks }: RunResult): string[] {
  if (checks.length === 0) return [];
  const rows = [...Map.groupBy(checks, ({ area }) => area)].map(([area, members]) => {
    const counts = countVerdicts(members, []);
    return `| ${area} | ${COLUMNS.map((column) => counts[column] || "").join(" | ")} |`;
  });
  return [
    [`| area | ${COLUMNS.join(" | ")} |`, `|---|${COLUMNS.map(() => "--:|").join("")}`, ...rows].join("\n"),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}`, lines.join("\n")];
}

function findings({ checks }: RunResult, verdicts: readonly Verdict[]): string[] {
  return checks.filter(({ verdict }) => verdicts.includes(verdict)).map(finding);
}

function finding({ requirement, level, sections, violation, reason, counterexample }: CheckResult): string {
  return [
    `- **${requirement}** (${level}, ${sections.map((name) => `§${name}`).join(", ")}): ${catalogue[requirement].text}`,
    ...value("expected", violation?.expected),
    ...value("actual", violation?.actual),
    ...value("reason", violation === undefined ? reason : undefined),
    ...value("input", counterexample),
  ].join("\n");
}

function value(label: string, text: string | undefined): string[] {
  return text === undefined ? [] : [`  - ${label}: ${markdownText(clip(text, MAX_VALUE_CHARS))}`];
}

function undecided({ checks }: RunResult): string[] {
  return checks
    .filter(({ verdict }) => verdict === "inconclusive")
    .map(({ requirement, reason }) => `- ${requirement}: ${markdownText(reason ?? "no reason given")}`);
}

function uncovered({ checks }: RunResult): string[] {
  return uncoveredAreas(checks).map(
    ({ area, checks: count, reasons }) => `- ${area} (${count}): ${reasons.map(markdownText).join("; ")}`,
  );
}

function restored({ restored: outcomes }: RunResult): string[] {
  return outcomes.map(({ merchant, outcome, note }) => {
    const why = note === undefined ? "" : `: ${markdownText(note)}`;
    return `- ${markdownText(merchant)}: ${outcome}${why}`;
  });
}
