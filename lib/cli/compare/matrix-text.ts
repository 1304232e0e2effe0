import type { Paint } from "../../reporters/terminal/palette.ts";
import { clipText } from "../../text/clip.ts";
import { markdownText } from "../../text/markdown-text.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { Matrix } from "./matrix.ts";

const MAX_CHARS = 300;
const GAP = "  ";

/** Prints runs side by side, for a terminal. The head of each column is the number of its run. */
export function matrixLines(matrix: Matrix, paint: Paint): string[] {
  const { runs, rows, regression } = matrix;
  const table = [
    ["", ...numbers(matrix)],
    ...rows.map(({ requirement, verdicts }) => [requirement, ...verdicts]),
  ];
  const cells = table.map((line) => line.map(inTerminal));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  const lines = cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return [
    ...runs.map(
      ({ name, verdict, requests }, index) =>
        `${index + 1}${GAP}${inTerminal(name)}: ${inTerminal(verdict)}, ${requests} requests`,
    ),
    ...(rows.length === 0 ? [] : ["", ...lines]),
    "",
    sameText(matrix),
    ...worseTexts(matrix).map(inTerminal),
    paint(regression ? ["bold", "red"] : "green", sentence(matrix)),
  ];
}

/** The same in GitHub Markdown. */
export function matrixMarkdown(matrix: Matrix): string {
  const { runs, rows } = matrix;
  const head = ["requirement", ...numbers(matrix)];
  const legend = runs.map(
    ({ name, verdict, requests }, index) =>
      `${index + 1}. ${inMarkdown(name)}: ${inMarkdown(verdict)}, ${requests} requests`,
  );
  const table = [
    markdownRow(head),
    markdownRow(head.map(() => "---")),
    ...rows.map(({ requirement, verdicts }) => markdownRow([requirement, ...verdicts].map(inMarkdown))),
  ];
  const blocks = [
    `## ${sentence(matrix).replace(/\.$/, "")}`,
    legend.join("\n"),
    ...(rows.length === 0 ? [] : [table.join("\n")]),
    sameText(matrix),
    ...worseTexts(matrix).map(inMarkdown),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function numbers({ runs }: Matrix): string[] {
  return runs.map((_, index) => String(index + 1));
}

function sameText({ same, runs }: Matrix): string {
  const what = same === 1 ? "1 requirement has" : `${same} requirements have`;
  return `${what} the same verdict in all ${runs.length} runs.`;
}

function worseTexts({ worseThan }: Matrix): string[] {
  return worseThan.flatMap(({ run, checkedLess }) =>
    checkedLess.map((how) => `The last run, compared with ${run}: ${how}.`),
  );
}

function sentence({ worseThan, rows }: Matrix): string {
  if (rows.length === 0 && worseThan.length === 0) return "No change.";
  if (worseThan.length === 0) return "No regression in the last run.";
  return `The last run is worse than ${worseThan.map(({ run }) => run).join(" and ")}.`;
}

function inTerminal(text: string): string {
  return clipText(terminalText(text), MAX_CHARS);
}

function inMarkdown(text: string): string {
  return markdownText(clipText(text, MAX_CHARS));
}
