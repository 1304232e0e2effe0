import { waiverProblem } from "../../waivers/settle-waivers.ts";
import type { RunResult } from "../run-result.ts";
import { rejudgedText } from "../text/rejudged-text.ts";
import { terminalText } from "../text/terminal-text.ts";
import { uncoveredAreas } from "../uncovered-areas.ts";
import { countsText } from "./area-lines.ts";
import type { Paint } from "./palette.ts";

/** The end of a run: what counts, what was not covered, what became of the merchants, and the verdict last. */
export function summaryLines(result: RunResult, paint: Paint): string[] {
  return [
    ...undecidedLines(result),
    ...waiverLines(result),
    ...uncoveredLines(result),
    ...restorationLines(result),
    `Checks    ${countsText(result.counts, paint) || "none"}`,
    `Requests  ${requestsText(result)}`,
    verdictLine(result, paint),
  ];
}

function undecidedLines({ checks }: RunResult): string[] {
  const undecided = checks.filter(({ verdict }) => verdict === "inconclusive");
  if (undecided.length === 0) return [];
  const lines = undecided.map(
    ({ requirement, reason }) => `  ? ${requirement}: ${terminalText(reason ?? "no reason given")}`,
  );
  return ["Not decided:", ...lines, ""];
}

function waiverLines({ waivers }: RunResult): string[] {
  const problems = waivers.flatMap((waiver) => waiverProblem(waiver) ?? []);
  if (problems.length === 0) return [];
  return ["Waivers:", ...problems.map((problem) => `  ✗ ${terminalText(problem)}`), ""];
}

function uncoveredLines({ checks }: RunResult): string[] {
  const areas = uncoveredAreas(checks);
  if (areas.length === 0) return [];
  const lines = areas.map(
    ({ area, checks: count, reasons }) =>
      `  ○ ${area} (${count}): ${reasons.map((reason) => terminalText(reason)).join("; ")}`,
  );
  return ["Not covered by this profile:", ...lines, ""];
}

function restorationLines({ restored }: RunResult): string[] {
  const lines = restored
    .filter(({ outcome, note }) => outcome !== "restored" || note !== undefined)
    .map(({ merchant, outcome, note }) => {
      const why = note === undefined ? "" : `: ${terminalText(note)}`;
      return `  ${terminalText(merchant)}: ${outcome}${why}`;
    });
  return lines.length === 0 ? [] : ["Configuration of the merchants:", ...lines, ""];
}

function requestsText({ requests, rejudged, durationMs }: RunResult): string {
  if (rejudged !== undefined) return `none: this is ${terminalText(rejudgedText(rejudged))}`;
  const { sent, retried, rateLimited } = requests;
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  const extra = [
    ...(retried > 0 ? [`${retried} sent again after a network failure`] : []),
    ...(rateLimited > 0 ? [`${rateLimited} waits for a rate limit`] : []),
  ];
  return extra.length === 0 ? `${sent} in ${time}` : `${sent} (${extra.join(", ")}) in ${time}`;
}

function verdictLine({ verdict, exitCode, reason, counts }: RunResult, paint: Paint): string {
  const style = exitCode === 0 ? "green" : exitCode === 3 ? "yellow" : "red";
  const why = reason === undefined ? "" : `: ${terminalText(reason)}`;
  const waived = counts.waived === 0 ? "" : `, ${counts.waived} waived`;
  return `Verdict   ${paint(["bold", style], `${verdict}${waived}`)} (exit ${exitCode})${why}`;
}
