import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePrivate } from "../write-private.ts";

const ANALYTICS =
  /<script async src="https:\/\/www\.googletagmanager\.com[\s\S]*?<\/script>\s*<script>[\s\S]*?<\/script>/g;

/** The optional packages that make the page are not installed, or the page would call home. */
export class HtmlReportError extends Error {
  override name = "HtmlReportError";
}

/**
 * Writes the results of a run for Allure as one page that needs no network.
 * @throws {HtmlReportError} when it cannot be made.
 */
export async function writeAllureHtml(resultsFolder: string, file: string, title: string): Promise<void> {
  const { AllureReport, resolveConfig } = await loadAllure();
  const folder = await mkdtemp(join(tmpdir(), "card-issuing-conformance-html-"));
  try {
    const report = new AllureReport(
      await resolveConfig({
        name: title,
        output: folder,
        plugins: { awesome: { options: { singleFile: true, reportLanguage: "en", groupBy: ["feature"] } } },
      }),
    );
    await report.start();
    await report.readDirectory(resultsFolder);
    await report.done();
    writePrivate(file, withoutAnalytics(await readFile(join(folder, "index.html"), "utf8")));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The page without the script that would report its opening to a third party.
 * @throws {HtmlReportError} when there is still a trace of it.
 */
export function withoutAnalytics(html: string): string {
  const stripped = html.replace(ANALYTICS, "");
  if (!/googletagmanager|google-analytics/.test(stripped)) return stripped;
  throw new HtmlReportError("Cannot write the HTML report: its template has a script that calls home");
}

async function loadAllure(): Promise<typeof import("@allurereport/core")> {
  try {
    return await import("@allurereport/core");
  } catch {
    throw new HtmlReportError(
      "Cannot write the HTML report: @allurereport/core and @allurereport/plugin-awesome are not installed",
    );
  }
}
