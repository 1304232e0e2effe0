import { join } from "node:path";
import { shownFile } from "../../files/shown-file.ts";
import { evidenceName } from "../stored/result-files.ts";
import type { CheckEvidence } from "../stored/evidence-schema.ts";
import type { RunResult, StoredCheck, StoredVerdict } from "../stored/run-result.ts";
import { rootFailures, followersText } from "../text/root-failures.ts";
import { areaLines } from "./area-lines.ts";
import { findingLines } from "./finding-lines.ts";
import type { Paint } from "./palette.ts";
import { printProse, type TerminalStream } from "./print-prose.ts";
import { summaryLines } from "./summary-lines.ts";
import { VERDICT_LOOKS } from "../stored/verdict-looks.ts";

/** Lines for a short mail: the ids of failures. The end of the run names undecided checks. */
export function quietLines({ checks }: Pick<RunResult, "checks">, paint: Paint): string[] {
  const lines = rootFailures(checks, ["failed", "errored"]).flatMap((check) => {
    const mark = paint(VERDICT_LOOKS[check.verdict].style, VERDICT_LOOKS[check.verdict].mark);
    const followers = followersText(check, checks);
    return [`  ${mark} ${check.requirement}`, ...(followers === undefined ? [] : [`    ${followers}`])];
  });
  return lines.length === 0 ? [] : ["Failed:", ...lines, ""];
}

/** How a result is shown on a terminal. */
export interface ResultPrinting {
  readonly stream: TerminalStream;
  readonly paint: Paint;
  /** Shows only the end of the run, and the ids of the failures. */
  readonly quiet: boolean;
  /** The path of the folder of results. */
  readonly folder: string;
  /** The name of its file with more details. */
  readonly page: string;
  /** The next step of a user after a run of the embedded reference. */
  readonly next?: string;
}

/** The verdicts with details, the worst first. */
const SEVERITY: readonly StoredVerdict[] = ["errored", "failed", "waived", "warned"];

/** Prints a result for a person: its areas, its failures, and its verdict last. */
export function printResult(
  result: RunResult,
  evidence: readonly CheckEvidence[],
  { stream, paint, quiet, folder, page, next }: ResultPrinting,
): void {
  const findings = rootFailures(result.checks).toSorted((a, b) => severity(a) - severity(b));
  const details = findings.flatMap((finding) => {
    const { requirement } = finding;
    const exchanges = evidence.find((one) => one.requirement === requirement)?.exchanges ?? [];
    return findingLines(finding, {
      paint,
      exchanges,
      evidenceFile: exchanges.length > 0 ? shownFile(join(folder, evidenceName(requirement))) : undefined,
      all: result.checks,
    });
  });
  const areas = areaLines(result, paint);
  const shown = quiet
    ? quietLines(result, paint)
    : [...areas, ...(areas.length === 0 ? [] : [""]), ...details];
  if (shown.length > 0) stream.write(`${shown.join("\n")}\n`);
  printProse(stream, summaryLines(result, paint, shownFile(join(folder, page))));
  if (next !== undefined && !quiet) printProse(stream, [`Next      ${next}`]);
}

function severity({ verdict }: StoredCheck): number {
  return SEVERITY.indexOf(verdict);
}
