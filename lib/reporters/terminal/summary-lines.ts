import { waiverProblems } from "../stored/waiver-problem.ts";
import type { RunResult } from "../stored/run-result.ts";
import { restrictionText } from "../stored/restriction-text.ts";
import { failureCount } from "../text/root-failures.ts";
import { type SharedReason, uncoveredReasons, undecidedReasons } from "../text/shared-reasons.ts";
import { operationLines, operationsTitle, wordsLine } from "../text/operation-lines.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { verdictReason } from "../text/verdict-reason.ts";
import { countsText } from "./area-lines.ts";
import { LABEL_CHARS } from "./exchange-lines.ts";
import { type Paint } from "./palette.ts";
import { VERDICT_LOOKS } from "../stored/verdict-looks.ts";
import { restorationLines } from "./restoration-lines.ts";

const MAX_REASON_LINES = 20;
const MAX_UNCOVERED = 9;

/**
 * The end of a run: counts, uncovered checks, merchants, and the verdict last.
 * @param results the place of the full results, as shown to the user
 */
export function summaryLines(result: RunResult, paint: Paint, results?: string): string[] {
  return [
    ...reasonLines("Not decided:", VERDICT_LOOKS.inconclusive.mark, undecidedReasons(result.checks)),
    ...waiverLines(result),
    ...uncoveredLines(result),
    ...operationsBlock(result),
    ...targetLines(result),
    ...restorationLines({ ...result, interrupted: result.verdict === "interrupted" }),
    `Checks    ${countsText(result.counts, paint) || "none"}`,
    `Requests  ${requestsText(result)}`,
    ...waitingLines(result),
    ...(results === undefined ? [] : [`Results   ${results}`]),
    ...verdictLines(result, paint),
  ];
}

/** One line for each reason with all its checks. */
function reasonLines(title: string, mark: string, reasons: readonly SharedReason[]): string[] {
  if (reasons.length === 0) return [];
  return [title, ...reasons.map(({ whose, reason }) => `  ${mark} ${whose}: ${terminalText(reason)}`), ""];
}

/** At most {@link MAX_UNCOVERED} reasons: the results have all of them. */
function uncoveredLines({ checks }: RunResult): string[] {
  const reasons = uncoveredReasons(checks);
  const lines = reasonLines(
    "Not covered (`list --profile` names each field):",
    VERDICT_LOOKS.uncovered.mark,
    reasons.slice(0, MAX_UNCOVERED),
  );
  const left = reasons.length - MAX_UNCOVERED;
  return left <= 0 ? lines : [...lines.slice(0, -1), `  … and ${left} more reasons, in the results`, ""];
}

/** One line for each state, of the operations that the document only names. */
function operationsBlock(result: RunResult): string[] {
  const lines = operationLines(result);
  if (lines.length === 0) return [];
  const words = wordsLine(result);
  const open = lines.filter(({ state }) => state !== "judged");
  const end = open.length === 0 && words === undefined ? "" : ":";
  const mark = {
    judged: VERDICT_LOOKS.passed.mark,
    refused: VERDICT_LOOKS.inconclusive.mark,
    observed: VERDICT_LOOKS.observed.mark,
    uncovered: VERDICT_LOOKS.uncovered.mark,
  };
  return [
    `${operationsTitle(result)}${end}`,
    ...open.map(({ state, text }) => `  ${mark[state]} ${terminalText(text)}`),
    ...(words === undefined ? [] : [`  ${words}`]),
    "",
  ];
}

function waiverLines({ waivers }: RunResult): string[] {
  const problems = waiverProblems(waivers);
  if (problems.length === 0) return [];
  return ["Waivers:", ...problems.map((problem) => `  ✗ ${terminalText(problem)}`), ""];
}

function targetLines({ warnings }: RunResult): string[] {
  if (warnings.length === 0) return [];
  const lines = warnings.map(({ reason }) => `  ${VERDICT_LOOKS.warned.mark} ${terminalText(reason)}`);
  return ["Warnings about the target:", ...lines, ""];
}

function requestsText({ requests, durationMs }: RunResult): string {
  const { sent, retried, rateLimited } = requests;
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  const extra = [
    ...(retried > 0 ? [`${retried} sent again because no answer came`] : []),
    ...(rateLimited > 0 ? [`${rateLimited} waits for a rate limit`] : []),
  ];
  return extra.length === 0 ? `${sent} in ${time}` : `${sent} (${extra.join(", ")}) in ${time}`;
}

const WAITING_REASONS = {
  asked: "because the target asked for it",
  rejected: "to see whether a rejection passes",
  lag: "until the target shows the effect of a write",
  unanswered: "for answers that did not come",
} as const;

function waitingLines({ waiting }: RunResult): string[] {
  if (waiting.reasons.length === 0) return [];
  const reasons = waiting.reasons.map(({ reason, seconds }) => `${seconds} s ${WAITING_REASONS[reason]}`);
  return [`Waiting   ${reasons.join(", ")}`];
}

/** The depth and the coverage follow the verdict, then the reason why it is not better. */
function verdictLines(result: RunResult, paint: Paint): string[] {
  const { verdict, exitCode, counts, coverage, depth } = result;
  const style = exitCode === 0 ? "green" : exitCode === 3 ? "yellow" : "red";
  const failures = failureCount(result.checks);
  const failed = failures === undefined || counts.failed === 1 ? "" : `, ${failures}`;
  const waived = counts.waived === 0 ? "" : `, ${counts.waived} waived`;
  const restriction = restrictionText(result.selection);
  const scope = restriction === undefined ? "" : `, ${restriction}`;
  const judged =
    coverage.binding === 0 || verdict === "interrupted"
      ? ""
      : ` at depth ${depth}${scope}: checked ${coverage.judged} of the ${coverage.binding} requirements that apply`;
  const told = `Verdict   ${paint(["bold", style], `${verdict}${failed}${waived}`)} (exit ${exitCode})${judged}`;
  const reason = verdictReason(result);
  if (reason === undefined) return [told];
  const [first, ...more] = terminalText(reason, { keepLines: true }).split("\n");
  const rest = more.slice(0, MAX_REASON_LINES).map((line) => `${" ".repeat(LABEL_CHARS)}| ${line}`);
  return [`${told}${judged === "" ? ":" : ";"} ${first}`, ...rest];
}
