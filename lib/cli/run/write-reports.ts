import type { RunOptions } from "../../profile/schema/options.ts";
import { type HistoryLine, historyLine, pastRun } from "../../reporters/history/history-line.ts";
import { HISTORY_FILE, historyText, linesOfTarget } from "../../reporters/history/history.ts";
import { junitXml } from "../../reporters/pipeline/junit-xml.ts";
import { summaryMarkdown } from "../../reporters/pipeline/summary-markdown.ts";
import type { ResultFolder } from "../../reporters/run/result-folder.ts";
import type { CheckEvidence } from "../../reporters/stored/evidence-schema.ts";
import { REPORT_FILE, RESULT_FILE, SUMMARY_FILE } from "../../reporters/stored/result-files.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import { toJson } from "../../reporters/text/to-json.ts";

/** The folder and the formats of the results of a run. */
export interface ReportOrder extends Pick<RunOptions, "html"> {
  readonly folder: ResultFolder;
}

/** Writes all files of a run. The folder notes files that could not be written. */
export async function writeReports(
  result: RunResult,
  evidence: readonly CheckEvidence[],
  { folder, html }: ReportOrder,
): Promise<void> {
  folder.write(RESULT_FILE, toJson(result));
  const history = folder.readHistory();
  await writeOutputs(result, evidence, { folder, html, history });
  if (history !== undefined) folder.write(HISTORY_FILE, historyText([...history, historyLine(result)]));
}

/** Writes what is made from a result. Loads rarely used code only when needed. */
export async function writeOutputs(
  result: RunResult,
  evidence: readonly CheckEvidence[],
  { folder, html, history = [] }: ReportOrder & { readonly history: readonly HistoryLine[] | undefined },
): Promise<void> {
  folder.write("junit.xml", junitXml(result, evidence));
  folder.write(SUMMARY_FILE, summaryMarkdown(result, evidence));
  if (!html) return;
  const { reportHtml } = await import("../../reporters/page/report-html.ts");
  folder.write(
    REPORT_FILE,
    reportHtml({ result, evidence, earlier: linesOfTarget(history, result).map(pastRun) }),
  );
}
