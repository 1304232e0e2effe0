import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HistoryLine } from "../history/history-line.ts";
import { historyLines, historyText, MAX_RUNS_REMEMBERED } from "../history/history.ts";
import { writePrivate } from "../../files/write-private.ts";
import { CATEGORIES } from "./categories.ts";
import { HtmlReportError } from "./html-report-error.ts";

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
const ANALYTICS = '<script async src="https://www.googletagmanager.com';
const END_OF_SCRIPT = "</script>";

/** What a page is made of. */
export interface AllureHtml {
  /** Results of a run for Allure. */
  readonly resultsFolder: string;
  /** Where the page goes. */
  readonly file: string;
  readonly title: string;
  /** Earlier runs, the oldest first. */
  readonly history: readonly HistoryLine[];
}

/**
 * Writes the results of a run for Allure as one page that needs no network. Allure works on a copy of the history.
 * @returns what Allure wants to remember of this run.
 * @throws {HtmlReportError} when the page cannot be made.
 * @throws an error of the file system
 */
export async function writeAllureHtml(report: AllureHtml): Promise<HistoryLine> {
  const folder = await mkdtemp(join(tmpdir(), "card-issuing-conformance-html-"));
  try {
    const [page, history] = [join(folder, "page"), join(folder, "history.jsonl")];
    await writeFile(history, historyText(report.history.filter(isOfAllure)));
    await makePage(report, page, history);
    const html = await readFile(join(page, "index.html"), "utf8");
    writePrivate(
      report.file,
      withoutAnalytics(html).replace("</head>", `${LONG_WORDS}${LINKS_IN_FRAMES}</head>`),
    );
    return historyLines(await readFile(history, "utf8")).at(-1) ?? {};
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A line that is none of Allure's would stop every page to come. */
function isOfAllure({ uuid, knownTestCaseIds, testResults = {} }: HistoryLine): boolean {
  const isWhole = Object.values(testResults).every(({ id }) => id !== undefined);
  return uuid !== undefined && knownTestCaseIds !== undefined && isWhole;
}

async function makePage(
  { resultsFolder, title }: AllureHtml,
  output: string,
  historyPath: string,
): Promise<void> {
  const { AllureReport, resolveConfig } = await import("@allurereport/core");
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
  const report = new AllureReport(config);
  await report.start();
  await report.readDirectory(resultsFolder);
  await report.done();
}

/**
 * The page without the script that would report its opening to a third party.
 * @throws {HtmlReportError} when there is still a trace of it.
 */
export function withoutAnalytics(html: string): string {
  const [before = "", ...others] = html.split(ANALYTICS);
  const stripped = [before, ...others.map(behindAnalytics)].join("");
  if (!/googletagmanager|google-analytics/.test(stripped)) return stripped;
  throw new HtmlReportError("Cannot write the page of Allure: its template has a script that calls home");
}

/** What stands behind the script that is named at the start, and the one that calls it. */
function behindAnalytics(html: string): string {
  const [, calling = "", ...others] = html.split(END_OF_SCRIPT);
  return calling.trimStart().startsWith("<script>") ? others.join(END_OF_SCRIPT) : `${ANALYTICS}${html}`;
}
