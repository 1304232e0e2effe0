import { resolve } from "node:path";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { ownCommand } from "../../package/command-line-text.ts";
import { EMBEDDED } from "../../profile/fields/base-url.ts";
import type { Flags } from "../../profile/options/resolve-options.ts";
import type { ProcessLock } from "../../guest/process-lock.ts";
import { buildRunResult } from "../../reporters/run/build-run-result.ts";
import { GithubLog } from "../../reporters/run/github-log.ts";
import { REPORT_FILE, SUMMARY_FILE } from "../../reporters/stored/result-files.ts";
import { ResultFolder } from "../../reporters/run/result-folder.ts";
import { paintFor } from "../../reporters/terminal/palette.ts";
import { appendToSummary } from "../../reporters/pipeline/append-to-summary.ts";
import { summaryMarkdown } from "../../reporters/pipeline/summary-markdown.ts";
import { printProse } from "../../reporters/terminal/print-prose.ts";
import { TerminalReport } from "../../reporters/run/terminal-report.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { redactorOf } from "../../session/redactor-of.ts";
import type { RunExtras } from "../../session/run-extras.ts";
import { Tally } from "../../engine/run/tally.ts";
import type { Reporter } from "../../reporters/run/reporter.ts";
import { unwrittenText } from "../../reporters/run/unwritten-text.ts";
import { catalogue } from "../catalogue.ts";
import { Archive } from "./archive.ts";
import { earlierWords } from "./earlier-words.ts";
import { gatherRun } from "./gather-run.ts";
import { holdFolder } from "./hold-folder.ts";
import { Interruption } from "./interruption.ts";
import { writeReports } from "./write-reports.ts";
import { prepareRun, type PreparedRun } from "./prepare-run.ts";

/** Arguments of `run`. */
export interface RunRequest {
  readonly selectors: readonly string[];
  readonly flags: Flags;
  readonly env: Environment;
}

/**
 * Checks a target, reports on the terminal, and writes the results.
 * @returns the exit code
 * @throws if the run cannot start: bad options, a bad profile, or refused for safety
 */
export async function runTarget({ selectors, flags, env }: RunRequest): Promise<number> {
  const prepared = await prepareRun(selectors, flags, env);
  const { options, order, header } = prepared;
  const folder = new ResultFolder(resolve(options.out));
  const archive = new Archive(folder, prepared);
  const reporters = reportersOf(prepared, { folder, archive, env });
  const tally = new Tally<RunExtras>(reporters, redactorOf(order.setup), catalogue.foundations);
  using interruption = new Interruption();
  let lock: ProcessLock | undefined;
  try {
    lock = holdFolder(folder);
    for (const reporter of reporters) reporter.begin?.(header);
    const words = earlierWords(folder.path, header);
    const asked = words === undefined ? order : { ...order, setup: { ...order.setup, words } };
    const announce = (sentence: string) => {
      for (const reporter of reporters) reporter.announce?.(sentence);
    };
    for (const note of prepared.notes) announce(note);
    const yielded = await gatherRun(asked, tally, {
      signal: interruption.signal,
      announce,
      arrived: () => folder.clear(),
    });
    const { requireFull } = options;
    const result = buildRunResult(
      header,
      { ...yielded, requireFull },
      { waivers: prepared.waivers, replays: archive.replays, pins: prepared.pins, order: catalogue.ids },
    );
    const { judgements } = yielded;
    for (const reporter of reporters.toReversed()) await reporter.end?.(result, { evidence: judgements });
    return folder.exitCode(result.exitCode);
  } catch (error) {
    for (const reporter of reporters) reporter.abandon?.();
    throw error;
  } finally {
    lock?.release();
    await prepared.close();
  }
}

interface Places {
  readonly folder: ResultFolder;
  readonly archive: Archive;
  readonly env: Environment;
}

/** All reporters of a run. The first to begin is the last to end. */
function reportersOf(prepared: PreparedRun, { folder, archive, env }: Places): Reporter[] {
  const { options } = prepared;
  const workspace = env["GITHUB_WORKSPACE"];
  const github = env["GITHUB_ACTIONS"] === "true" ? [new GithubLog(streamOf(prepared), workspace)] : [];
  const step = env["GITHUB_STEP_SUMMARY"] ?? "";
  const json: Reporter = { end: (result) => void process.stdout.write(toJson(result)) };
  const summary: Reporter = {
    end: (result, { evidence }) => appendToSummary(step, summaryMarkdown(result, evidence), process.stderr),
  };
  const unwritten: Reporter = {
    end() {
      const text = unwrittenText(folder);
      if (text !== undefined) printProse(process.stderr, [terminalText(text)]);
    },
  };
  return [
    ...(options.format === "json" ? [json] : []),
    ...github,
    ...(step === "" ? [] : [summary]),
    unwritten,
    terminalFor(prepared, folder, env),
    { end: async (result, brought) => writeReports(result, brought, { folder, ...options }) },
    archive,
  ];
}

function terminalFor(
  { options, origin }: PreparedRun,
  folder: ResultFolder,
  env: Environment,
): TerminalReport {
  const stream = streamOf({ options });
  return new TerminalReport({
    folder: folder.path,
    page: options.html ? REPORT_FILE : SUMMARY_FILE,
    stream,
    paint: paintFor(options.color ? stream : undefined, env),
    quiet: options.quiet,
    verbose: options.verbose,
    ...(origin.baseUrl === EMBEDDED && { next: nextStep() }),
  });
}

/** Explains how to go on from the embedded reference to your own target. */
function nextStep(): string {
  const own = ownCommand();
  return `check your own target: ${own} init sandbox, then ${own} run --profile ./sandbox.yaml; --html writes a page`;
}

/** The stream for people. A result in JSON has stdout for itself. */
function streamOf({ options }: Pick<PreparedRun, "options">): NodeJS.WriteStream {
  return options.format === "json" ? process.stderr : process.stdout;
}
