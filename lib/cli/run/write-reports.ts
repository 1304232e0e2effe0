import { join } from "node:path";
import type { RunOptions } from "../../profile/schema/options.ts";
import { type HistoryLine, historyLine, pastRun } from "../../reporters/history/history-line.ts";
import { HISTORY_FILE, historyText, linesOfTarget, readHistory } from "../../reporters/history/history.ts";
import { REPORT_FILE, RESULT_FILE } from "../../reporters/stored/result-files.ts";
import type { RunMaterial } from "../../reporters/run/reporter.ts";
import type { ResultFolder } from "../../reporters/run/result-folder.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";

/** The folder and the formats of the results of a run. */
export interface ReportOrder extends Pick<RunOptions, "html"> {
  readonly folder: ResultFolder;
}

/** The earlier runs of the folder. */
interface Place {
  readonly history: readonly HistoryLine[];
}

/** Writes all files of a run. The folder notes files that could not be written. */
export async function writeReports(
  result: RunResult,
  brought: RunMaterial,
  { folder, html }: ReportOrder,
): Promise<void> {
  folder.write(RESULT_FILE, toJson(result));
  const history = await historyOf(folder);
  await writeOutputs(result, brought, { folder, html, history: history ?? [] });
  if (history !== undefined) folder.write(HISTORY_FILE, historyText([...history, historyLine(result)]));
}

/** Writes what is made from a result. Loads rarely used code only when needed. */
export async function writeOutputs(
  result: RunResult,
  { evidence }: RunMaterial,
  { folder, html, history }: ReportOrder & Place,
): Promise<void> {
  folder.writeSummaries(result, evidence);
  if (!html) return;
  const { reportHtml } = await import("../../reporters/page/report-html.ts");
  folder.write(
    REPORT_FILE,
    reportHtml({ result, evidence, earlier: linesOfTarget(history, result).map(pastRun) }),
  );
}

/** The earlier runs; undefined when they cannot be read, which the folder notes. */
export async function historyOf(folder: ResultFolder): Promise<readonly HistoryLine[] | undefined> {
  let lines: readonly HistoryLine[] = [];
  const isRead = await folder.attempt(HISTORY_FILE, async () => {
    lines = readHistory(join(folder.path, HISTORY_FILE));
  });
  return isRead ? lines : undefined;
}
