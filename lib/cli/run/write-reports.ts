import { join } from "node:path";
import type { Collector } from "../host/collector.ts";
import type { RunOptions } from "../../profile/options.ts";
import { CATALOGUE_FILE } from "../../reporters/catalogue/catalogue-links.ts";
import { headline } from "../../reporters/headline.ts";
import { historyLine } from "../../reporters/history/history-line.ts";
import { HISTORY_FILE, type HistoryLine, historyText, readHistory } from "../../reporters/history/history.ts";
import { runsOfTarget } from "../../reporters/history/runs-of-target.ts";
import { ALLURE_FILE, REPORT_FILE } from "../../reporters/report-files.ts";
import type { ResultFolder } from "../../reporters/result-folder.ts";
import type { RunResult } from "../../reporters/run-result.ts";
import { unwrittenText } from "../../reporters/unwritten-text.ts";

/** Where a run is written to, and as what. */
export interface ReportOrder extends Pick<RunOptions, "html" | "allure"> {
  readonly folder: ResultFolder;
}

/**
 * Writes everything that a run leaves behind; what only some of it needs is loaded only then.
 * @returns a sentence about what could not be written; undefined when everything was
 */
export async function writeReports(
  result: RunResult,
  collector: Collector,
  order: ReportOrder,
): Promise<string | undefined> {
  const { folder, html } = order;
  const { unrecorded } = collector;
  if (unrecorded !== undefined) folder.unwritten.set("evidence/recording.ndjson", unrecorded);
  folder.writeResult(result);
  const remembered = await historyOf(folder);
  const history = remembered ?? [];
  if (html) await writePage(result, collector, { folder, history });
  const allures = await writeForAllure(result, collector, { ...order, history });
  if (remembered !== undefined) {
    folder.write(HISTORY_FILE, historyText([...history, { ...historyLine(result), ...allures }]));
  }
  return unwrittenText(folder);
}

/** The earlier runs; undefined when they cannot be read, which the folder notes. */
async function historyOf(folder: ResultFolder): Promise<readonly HistoryLine[] | undefined> {
  const lines: HistoryLine[] = [];
  const isRead = await folder.attempt(HISTORY_FILE, async () => {
    lines.push(...readHistory(join(folder.path, HISTORY_FILE)));
  });
  return isRead ? lines : undefined;
}

interface Place {
  readonly folder: ResultFolder;
  readonly history: readonly HistoryLine[];
}

async function writePage(
  result: RunResult,
  { judgements }: Collector,
  { folder, history }: Place,
): Promise<void> {
  const { reportHtml } = await import("../../reporters/page/report-html.ts");
  folder.write(REPORT_FILE, reportHtml({ result, judgements, earlier: runsOfTarget(history, result) }));
  await writeCatalogue(folder, REPORT_FILE);
}

async function writeCatalogue(folder: ResultFolder, resultsPage: string): Promise<void> {
  const { catalogueHtml } = await import("../../reporters/catalogue/catalogue-html.ts");
  const { catalogue } = await import("../catalogue.ts");
  folder.write(CATALOGUE_FILE, catalogueHtml({ requirements: catalogue.requirements, resultsPage }));
}

/** @returns what Allure wants to remember of the run. */
async function writeForAllure(
  result: RunResult,
  { ran, judgements }: Collector,
  { folder, history, html, allure }: ReportOrder & Place,
): Promise<HistoryLine> {
  if (ran === undefined) return {};
  const directory = join(folder.path, "allure-results");
  const { writeAllureResults } = await import("../../reporters/allure/allure-results.ts");
  const page = html || allure ? { cataloguePage: CATALOGUE_FILE } : {};
  const isThere = await folder.attempt("allure-results", async () =>
    writeAllureResults({ ran, judgements, result, directory, ...page }),
  );
  if (!allure || !isThere) return {};
  if (!html) await writeCatalogue(folder, ALLURE_FILE);
  return allurePage(result, directory, { folder, history });
}

async function allurePage(
  result: RunResult,
  resultsFolder: string,
  { folder, history }: Place,
): Promise<HistoryLine> {
  const { writeAllureHtml } = await import("../../reporters/allure/allure-html.ts");
  const file = join(folder.path, ALLURE_FILE);
  const title = `${result.target.name}: ${headline(result)}`;
  let remembered: HistoryLine = {};
  await folder.attempt(ALLURE_FILE, async () => {
    remembered = await writeAllureHtml({ resultsFolder, file, title, history });
  });
  return remembered;
}
