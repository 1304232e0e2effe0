import type { Paint } from "../../reporters/terminal/palette.ts";
import { clipText } from "../../text/clip.ts";
import { markdownText } from "../../text/markdown-text.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { type Change, type Comparison, isWorse, NOT_RUN } from "./compare.ts";

const MAX_CHARS = 300;
/** Of requirements that changed in the same way. Programs read all of them in JSON. */
const MAX_NAMED = 4;

interface Block {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** Prints the changes for a terminal. */
export function comparisonLines(comparison: Comparison, paint: Paint): string[] {
  const { before, after, checkedLess, regression } = comparison;
  return [
    `before    ${inTerminal(before)}`,
    `after     ${inTerminal(after)}`,
    ...numbers(comparison).map(
      ({ requirement, before: was, after: is }) =>
        `${requirement.padEnd(10)}${inTerminal(was)} → ${inTerminal(is)}`,
    ),
    ...blocksOf(comparison).flatMap(({ title, changes }) => [
      "",
      paint("bold", title),
      ...grouped(changes).flatMap(({ requirement, part, before: was, after: is, why }, at, all) => [
        ...(requirement === all[at - 1]?.requirement ? [] : [`  ${inTerminal(requirement)}`]),
        `    ${part === undefined ? "" : `${inTerminal(part)}: `}${inTerminal(was)} → ${inTerminal(is)}`,
        ...(why === undefined ? [] : [paint("dim", `    ${inTerminal(why)}`)]),
      ]),
    ]),
    "",
    ...comparison.notes.map(inTerminal),
    ...checkedLess.map((how) => inTerminal(lessText(how))),
    paint(regression ? ["bold", "red"] : "green", sentence(comparison)),
  ];
}

/** Requirements that changed in the same way, for one reason, as one change that names the first of them. Each failure stays. */
function grouped(changes: readonly Change[]): readonly Change[] {
  const alike = Map.groupBy(changes, ({ requirement, part, before, after, why }) => {
    const isAlone = part !== undefined || why === undefined || after === "failed";
    return JSON.stringify([...(isAlone ? [requirement, part] : []), before, after, why]);
  });
  return [...alike.values()].flatMap((members) => {
    const named = members.slice(0, MAX_NAMED).map(({ requirement }) => requirement);
    const more = members.length > named.length ? ` and ${members.length - named.length} more` : "";
    return members.slice(0, 1).map((first) => ({ ...first, requirement: named.join(", ") + more }));
  });
}

/** The same in GitHub Markdown. */
export function comparisonMarkdown(comparison: Comparison): string {
  const blocks = [
    `## ${sentence(comparison).replace(/\.$/, "")}`,
    table("", [
      { requirement: "of", before: comparison.before, after: comparison.after },
      ...numbers(comparison),
    ]),
    ...blocksOf(comparison).flatMap(({ title, changes }) => [`### ${title}`, table("requirement", changes)]),
    ...[...comparison.notes, ...comparison.checkedLess.map(lessText)].map(inMarkdown),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function lessText(how: string): string {
  return `After: ${how}.`;
}

function blocksOf(comparison: Comparison): Block[] {
  const { verdicts, newFailures, mended, observations, facts, newlyJudged, lostOperations } = comparison;
  const noLongerJudged = stillNamed(comparison);
  const regressions = besides(
    verdicts.filter(({ regression }) => regression),
    newFailures,
  );
  const blocks = [
    { title: "New failures", changes: newFailures },
    { title: "Mended", changes: mended },
    { title: "No longer passes", changes: regressions },
    { title: "Operations that lost their coverage", changes: lostOperations },
    {
      title: "Other verdicts that changed",
      changes: besides(verdicts, newFailures, mended, regressions, noLongerJudged, newlyJudged),
    },
    { title: "No longer checked", changes: besides(noLongerJudged, regressions) },
    { title: "Checked for the first time", changes: besides(newlyJudged, newFailures) },
    { title: "Observations that changed", changes: observations },
    { title: "Facts that differ", changes: facts },
  ];
  return blocks.filter(({ changes }) => changes.length > 0);
}

/** Reports all requirements that did not run in one sentence. */
function stillNamed({ noLongerJudged, checkedLess }: Comparison): Comparison["noLongerJudged"] {
  return checkedLess.length === 0 ? noLongerJudged : noLongerJudged.filter(({ after }) => after !== NOT_RUN);
}

/** The titles cover every change. */
function besides<C extends Change>(changes: readonly C[], ...told: readonly (readonly Change[])[]): C[] {
  const ids = new Set(told.flat().map(({ requirement }) => requirement));
  return changes.filter(({ requirement }) => !ids.has(requirement));
}

function numbers({ runVerdict, requests, latencyMs }: Comparison): Change[] {
  return [
    ...rowOf("verdict", runVerdict),
    ...rowOf("requests", requests),
    ...rowOf("latency", latencyMs, " ms"),
  ];
}

function rowOf(
  requirement: string,
  row: Readonly<Record<"before" | "after", string | number>> | undefined,
  unit = "",
): Change[] {
  return row === undefined
    ? []
    : [{ requirement, before: `${row.before}${unit}`, after: `${row.after}${unit}` }];
}

function sentence(comparison: Comparison): string {
  const { checkedLess, regression, runVerdict } = comparison;
  if (regression)
    return isWorse(comparison) || checkedLess.length === 0
      ? "A regression."
      : "Less was checked than before.";
  return blocksOf(comparison).length === 0 && runVerdict === undefined ? "No change." : "No regression.";
}

function inTerminal(text: string): string {
  return clipText(terminalText(text), MAX_CHARS);
}

function inMarkdown(text: string): string {
  return markdownText(clipText(text, MAX_CHARS));
}

function table(first: string, changes: readonly Change[]): string {
  const rows = changes.map(({ requirement, part, before, after }) => {
    const name = part === undefined ? requirement : `${requirement}: ${part}`;
    const cells = [name, before, after].map((cell) => inMarkdown(cell));
    return `| ${cells.join(" | ")} |`;
  });
  return [`| ${first} | before | after |`, "|---|---|---|", ...rows].join("\n");
}
