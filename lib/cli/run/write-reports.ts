import { join } from "node:path";
import type { Collector } from "../../host/collector.ts";
import type { ResultFolder } from "../../report/result-folder.ts";
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
  await writeAllureResults({ ran, judgements, header: result, directory });
  if (!html) return;
  const { writeAllureHtml } = await import("../../report/allure/allure-html.ts");
  await writeAllureHtml({
    resultsFolder: directory,
    file: join(folder.path, "index.html"),
    title: `${result.target.name}: ${result.verdict}`,
    historyFile: join(folder.path, "history.jsonl"),
  });
}
