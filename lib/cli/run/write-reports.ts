import { join } from "node:path";
import type { RunOptions } from "../../profile/options.ts";
import { CATALOGUE_FILE } from "../../reporters/catalogue/catalogue-links.ts";
import { headline } from "../../reporters/headline.ts";
import { type HistoryLine, historyLine } from "../../reporters/history/history-line.ts";
import { HISTORY_FILE, historyText, readHistory } from "../../reporters/history/history.ts";
import { runsOfTarget } from "../../reporters/history/runs-of-target.ts";
import { ALLURE_FILE, REPORT_FILE } from "../../reporters/report-files.ts";
import type { Brought } from "../../reporters/reporter.ts";
import type { ResultFolder } from "../../reporters/result-folder.ts";
import type { RunResult } from "../../reporters/run-result.ts";

/** Where a run is written to, and as what. */
export interface ReportOrder extends Pick<RunOptions, "html" | "allure"> {
  readonly folder: ResultFolder;
}

/**
 * Writes everything that a run leaves behind; what only some of it needs is loaded only then. The folder notes what
 * could not be written.
 */
export async function writeReports(result: RunResult, brought: Brought, order: ReportOrder): Promise<void> {
  const { folder, html } = order;
  folder.writeResult(result, brought.judgements);
  const remembered = await historyOf(folder);
  const history = remembered ?? [];
  if (html) await writePage(result, brought, { folder, history });
  const allures = await writeForAllure(result, brought, { ...order, history });
  if (remembered !== undefined) {
    folder.write(HISTORY_FILE, historyText([...history, { ...historyLine(result), ...allures }]));
  }
}

/** The earlier runs; undefined when they cannot be read, which the folder notes. */
async function historyOf(folder: ResultFolder): Promise<readonly HistoryLine[] | undefined> {
  let lines: readonly HistoryLine[] = [];
  const isRead = await folder.attempt(HISTORY_FILE, async () => {
    lines = readHistory(join(folder.path, HISTORY_FILE));
  });
  return isRead ? lines : undefined;
}

interface Place {
  readonly folder: ResultFolder;
  readonly history: readonly HistoryLine[];
}

async function writePage(
  result: RunResult,
  { judgements }: Brought,
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
  { judgements }: Brought,
  { folder, history, html, allure }: ReportOrder & Place,
): Promise<HistoryLine> {
  if (judgements.length === 0) return {};
  const directory = join(folder.path, "allure-results");
  const { writeAllureResults } = await import("../../reporters/allure/allure-results.ts");
  const page = html || allure ? { cataloguePage: CATALOGUE_FILE } : {};
  const isThere = await folder.attempt("allure-results", async () =>
    writeAllureResults({ judgements, result, directory, ...page }),
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
