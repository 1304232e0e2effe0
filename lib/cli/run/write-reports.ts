import { join } from "node:path";
import type { Collector } from "../../host/collector.ts";
import { CATALOGUE_FILE } from "../../report/catalogue/catalogue-links.ts";
import { headline } from "../../report/headline.ts";
import type { ResultFolder } from "../../report/result-folder.ts";
import { writePrivate } from "../../report/write-private.ts";
import type { RunResult } from "../../report/run-result.ts";

/** Writes everything that a run leaves behind; what Allure needs is loaded only now. */
export async function writeReports(
  result: RunResult,
  { ran, judgements }: Collector,
  { folder, html }: { readonly folder: ResultFolder; readonly html: boolean },
): Promise<void> {
  folder.writeResult(result);
  if (ran === undefined) return;
  const directory = join(folder.path, "allure-results");
  const { writeAllureResults } = await import("../../report/allure/allure-results.ts");
  await writeAllureResults({
    ran,
    judgements,
    result,
    directory,
    ...(html && { cataloguePage: CATALOGUE_FILE }),
  });
  if (!html) return;
  const { catalogueHtml } = await import("../../report/catalogue/catalogue-html.ts");
  writePrivate(join(folder.path, CATALOGUE_FILE), catalogueHtml());
  const { writeAllureHtml } = await import("../../report/allure/allure-html.ts");
  await writeAllureHtml({
    resultsFolder: directory,
    file: join(folder.path, "index.html"),
    title: `${result.target.name}: ${headline(result)}`,
    historyFile: join(folder.path, "history.jsonl"),
  });
}
