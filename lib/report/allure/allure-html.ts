import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePrivate } from "../write-private.ts";
import { CATEGORIES } from "./categories.ts";
import { HtmlReportError } from "./html-report-error.ts";
import { readHistory } from "./read-history.ts";

const MAX_RUNS_REMEMBERED = 60;
/** What a person looks at over many nights; limits count runs. */
const CHARTS = [
  { type: "currentStatus", title: "This run; unknown is what was only observed" },
  { type: "statusDynamics", title: "Run by run", limit: MAX_RUNS_REMEMBERED },
  { type: "statusTransitions", title: "Newly failing and newly passing", limit: MAX_RUNS_REMEMBERED },
  {
    type: "testResultSeverities",
    title: "Critical: stated; normal: inferred; minor: advisory; trivial: observed",
  },
];
/** Long URLs break, instead of running out of the page. */
const LONG_WORDS =
  "<style>body { overflow-wrap: break-word } pre, code { overflow-wrap: anywhere !important; white-space: pre-wrap !important }</style>";
/** Allure shows descriptions in frames that may open nothing; their links to the catalogue open beside the results. */
const LINKS_IN_FRAMES = `<script>document.addEventListener("load", ({ target: frame }) => {
  if (!(frame instanceof HTMLIFrameElement) || frame.srcdoc === "") return;
  if (!frame.sandbox.contains("allow-popups")) {
    frame.sandbox.add("allow-popups", "allow-popups-to-escape-sandbox");
    frame.srcdoc += "";
    return;
  }
  for (const link of frame.contentDocument?.querySelectorAll("a") ?? []) link.target = "catalogue";
}, true)</script>`;
const ANALYTICS =
  /<script async src="https:\/\/www\.googletagmanager\.com[\s\S]*?<\/script>\s*<script>[\s\S]*?<\/script>/g;

/** What a page is made of. */
export interface HtmlReport {
  /** Results of a run for Allure. */
  readonly resultsFolder: string;
  /** Where the page goes. */
  readonly file: string;
  readonly title: string;
  /** Results of earlier runs, one line each; those of this run are added. */
  readonly historyFile: string;
}

/**
 * Writes the results of a run for Allure as one page that needs no network. Allure works on a copy of the history, so
 * that no link is followed, and nothing is lost where it fails.
 * @throws {HtmlReportError} when it cannot be made.
 * @throws an error of the file system
 */
export async function writeAllureHtml(report: HtmlReport): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "card-issuing-conformance-html-"));
  try {
    const [page, history] = [join(folder, "page"), join(folder, "history.jsonl")];
    await writeFile(history, readHistory(report.historyFile));
    await makePage(report, page, history);
    writePrivate(report.historyFile, await readFile(history, "utf8"));
    const html = await readFile(join(page, "index.html"), "utf8");
    writePrivate(
      report.file,
      withoutAnalytics(html).replace("</head>", `${LONG_WORDS}${LINKS_IN_FRAMES}</head>`),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makePage(
  { resultsFolder, title }: HtmlReport,
  output: string,
  historyPath: string,
): Promise<void> {
  const { AllureReport, resolveConfig } = await loadAllure();
  const config = await resolveConfig({
    name: title,
    output,
    historyPath,
    historyLimit: MAX_RUNS_REMEMBERED,
    categories: {
      rules: CATEGORIES.map(({ name, pattern, byMessage }) => ({
        name,
        matchers: { message: new RegExp(pattern) },
        groupByMessage: byMessage,
        groupBy: byMessage ? [] : [{ label: "feature" }],
      })),
    },
    plugins: {
      awesome: {
        options: {
          singleFile: true,
          reportLanguage: "en",
          reportName: title,
          groupBy: ["feature", "story"],
          charts: CHARTS,
        },
      },
    },
  });
  try {
    const report = new AllureReport(config);
    await report.start();
    await report.readDirectory(resultsFolder);
    await report.done();
  } catch (error) {
    if (!(error instanceof Error) || "syscall" in error) throw error;
    throw new HtmlReportError(`Allure gives up: ${error.message}`, { cause: error });
  }
}

/**
 * The page without the script that would report its opening to a third party.
 * @throws {HtmlReportError} when there is still a trace of it.
 */
export function withoutAnalytics(html: string): string {
  const stripped = html.replace(ANALYTICS, "");
  if (!/googletagmanager|google-analytics/.test(stripped)) return stripped;
  throw new HtmlReportError("its template has a script that calls home");
}

async function loadAllure(): Promise<typeof import("@allurereport/core")> {
  try {
    return await import("@allurereport/core");
  } catch {
    throw new HtmlReportError("@allurereport/core and @allurereport/plugin-awesome are not installed");
  }
}
