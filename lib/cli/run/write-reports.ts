import { join } from "node:path";
import type { Collector } from "../../host/collector.ts";
import { CATALOGUE_FILE } from "../../report/catalogue/catalogue-links.ts";
import { headline } from "../../report/headline.ts";
import type { ResultFolder } from "../../report/result-folder.ts";
import type { RunResult } from "../../report/run-result.ts";
import { unwrittenText } from "../../report/unwritten-text.ts";

interface Destination {
  readonly folder: ResultFolder;
  readonly html: boolean;
}

/**
 * Writes everything that a run leaves behind; what Allure needs is loaded only now.
 * @returns a sentence about what could not be written; undefined when everything was
 */
export async function writeReports(
  result: RunResult,
  collector: Collector,
  { folder, html }: Destination,
): Promise<string | undefined> {
  const { unrecorded } = collector;
  if (unrecorded !== undefined) folder.unwritten.set("evidence/recording.ndjson", unrecorded);
  folder.writeResult(result);
  const hasAllure = await writeAllure(result, collector, { folder, html });
  if (html && hasAllure) await writePages(result, folder);
  return unwrittenText(folder);
}

/** @returns whether the results for Allure are there */
async function writeAllure(
  result: RunResult,
  { ran, judgements }: Collector,
  { folder, html }: Destination,
): Promise<boolean> {
  if (ran === undefined) return false;
  const { writeAllureResults } = await import("../../report/allure/allure-results.ts");
  const directory = allureFolder(folder);
  const page = html && { cataloguePage: CATALOGUE_FILE };
  return folder.attempt("allure-results", () =>
    writeAllureResults({ ran, judgements, result, directory, ...page }),
  );
}

async function writePages(result: RunResult, folder: ResultFolder): Promise<void> {
  const { catalogueHtml } = await import("../../report/catalogue/catalogue-html.ts");
  folder.write(CATALOGUE_FILE, catalogueHtml());
  const { writeAllureHtml } = await import("../../report/allure/allure-html.ts");
  await folder.attempt("index.html", () =>
    writeAllureHtml({
      resultsFolder: allureFolder(folder),
      file: join(folder.path, "index.html"),
      title: `${result.target.name}: ${headline(result)}`,
      historyFile: join(folder.path, "history.jsonl"),
    }),
  );
}

function allureFolder({ path }: ResultFolder): string {
  return join(path, "allure-results");
}
