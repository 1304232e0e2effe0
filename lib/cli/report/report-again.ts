import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { shownFile } from "../../files/shown-file.ts";
import { ResultFolder } from "../../reporters/run/result-folder.ts";
import { REPORT_FILE } from "../../reporters/stored/result-files.ts";
import { paintFor } from "../../reporters/terminal/palette.ts";
import { printResult } from "../../reporters/terminal/print-result.ts";
import { readResult } from "../results/read-result.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { readEvidence } from "../results/read-evidence.ts";
import { writeOutputs } from "../run/write-reports.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Makes the outputs of a stored run again: prints its result, and writes its files beside `conformance.json`.
 * @param place a folder of results, or its conformance.json
 * @returns the text for the user
 * @throws {UsageError} if a file cannot be written, and {UnreadableResultError} if one cannot be read
 */
export async function reportAgain(place: string): Promise<string> {
  const result = readResult(place);
  const path = statSync(place).isDirectory() ? place : dirname(place);
  if (result.selection === undefined && result.checks.length === 0)
    throw new UsageError(`Cannot report ${shownFile(place)}: it holds observations, and no checks`);
  const folder = new ResultFolder(path);
  const evidence = readEvidence(
    path,
    result.checks.map(({ requirement }) => requirement),
  );
  await writeOutputs(result, evidence, { folder, html: true, history: folder.readHistory() });
  const problems = [...folder.unwritten].map(([name, why]) => `${name}: ${why}`);
  if (problems.length > 0)
    throw new UsageError(`Cannot read or replace all files in ${shownFile(path)}: ${problems.join("; ")}`);
  const paint = paintFor(process.stdout, process.env);
  const stream = process.stdout;
  printResult(result, evidence, { stream, paint, quiet: false, folder: resolve(path), page: REPORT_FILE });
  return `${terminalText(shownFile(path))}: wrote junit.xml, summary.md and report.html\n`;
}
