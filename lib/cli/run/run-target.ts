import { resolve, join } from "node:path";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { ownCommand } from "../../package/command-line-text.ts";
import { EMBEDDED } from "../../profile/fields/base-url.ts";
import type { Flags } from "../../profile/options/resolve-options.ts";
import type { RunResult, RunHeader } from "../../reporters/stored/run-result.ts";
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
import { catalogue } from "../catalogue.ts";
import { gatherRun } from "./gather-run.ts";
import { holdFolder } from "./hold-folder.ts";
import { Interruption } from "./interruption.ts";
import { writeReports } from "./write-reports.ts";
import { prepareRun, type PreparedRun } from "./prepare-run.ts";
import type { SeenWords } from "../../api/operations/vocabulary.ts";
import type { HistoryLine } from "../../reporters/history/history-line.ts";
import { HISTORY_FILE, HistoryError, linesOfTarget, readHistory } from "../../reporters/history/history.ts";
import { profileNames } from "../../profile/yaml/profile-location.ts";
import { capsuleOf } from "../../reporters/run/capsule.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { Judgement } from "../../engine/record/result.ts";

/**
 * Values in transaction records of earlier runs of a target, from the history beside the results. Undefined: no values.
 */
function earlierWords(results: string, header: RunHeader): SeenWords | undefined {
  const words = earlierLines(results, header).flatMap((line) => line.words ?? []);
  if (words.length === 0) return undefined;
  return {
    types: [...new Set(words.flatMap(({ types }) => types))],
    statuses: [...new Set(words.flatMap(({ statuses }) => statuses))],
  };
}

/** The end of the run reports an unreadable history. */
function earlierLines(results: string, header: RunHeader): HistoryLine[] {
  try {
    return linesOfTarget(readHistory(join(results, HISTORY_FILE)), header);
  } catch (error) {
    if (error instanceof HistoryError || (error instanceof Error && "syscall" in error)) return [];
    throw error;
  }
}

/** Stores the evidence and the capsule of each result as soon as it exists. */
class Archive implements Reporter {
  /** The command that shows a failure again, by requirement. */
  readonly replays = new Map<string, string>();
  readonly #folder: ResultFolder;
  readonly #prepared: Pick<PreparedRun, "header" | "origin" | "order" | "replayOptions">;
  readonly #isOfPackage: boolean;

  constructor(
    folder: ResultFolder,
    prepared: Pick<PreparedRun, "header" | "origin" | "order" | "replayOptions">,
  ) {
    this.#folder = folder;
    this.#prepared = prepared;
    this.#isOfPackage = profileNames().includes(prepared.origin.profile);
  }

  judged(judgement: Judgement): void {
    this.#folder.keepEvidence(judgement);
    const { header, origin, order, replayOptions } = this.#prepared;
    const { profile, baseUrl } = origin;
    const capsule = capsuleOf(judgement, header, {
      baseUrl,
      ...order.selection,
      ...(this.#isOfPackage && { profile }),
    });
    const replay = capsule === undefined ? undefined : this.#folder.keepCapsule(capsule);
    if (replay === undefined) return;
    this.replays.set(judgement.requirement, [replay, ...replayOptions.map(shellWord)].join(" "));
  }
}

/**
 * Checks a target, reports on the terminal, and writes the results.
 * @returns the exit code
 * @throws if the run cannot start: bad options, a bad profile, or refused for safety
 */
export async function runTarget(
  selectors: readonly string[],
  flags: Flags,
  env: Environment,
): Promise<number> {
  const prepared = await prepareRun(selectors, flags, env);
  const folder = new ResultFolder(resolve(prepared.options.out));
  const { exitCode } = await carryOut(prepared, folder, reportersOf(prepared, folder, env));
  return exitCode;
}

/** The result of a run, and the exit code of the command. */
interface CarriedOut {
  readonly result: RunResult;
  readonly exitCode: number;
}

/**
 * Carries out a run, and writes its results.
 * @param others report it besides, after its results are written
 * @throws if it is refused for safety
 */
export async function carryOut(
  prepared: PreparedRun,
  folder: ResultFolder,
  others: readonly Reporter[],
): Promise<CarriedOut> {
  const { options, order, header, waivers, pins } = prepared;
  const archive = new Archive(folder, prepared);
  const files: Reporter = {
    end: async (result, evidence) => writeReports(result, evidence, { folder, ...options }),
  };
  const reporters: readonly Reporter[] = [...others, files, archive];
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
    const { signal } = interruption;
    const yielded = await gatherRun(asked, tally, { signal, announce, arrived: () => folder.clear() });
    const terms = { waivers, replays: archive.replays, pins, order: catalogue.ids };
    const result = buildRunResult(header, { ...yielded, requireFull: options.requireFull }, terms);
    for (const reporter of reporters.toReversed()) await reporter.end?.(result, yielded.judgements);
    return { result, exitCode: folder.exitCode(result.exitCode) };
  } catch (error) {
    for (const reporter of reporters) reporter.abandon?.();
    throw error;
  } finally {
    lock?.release();
    await prepared.close();
  }
}

/** Names the files that could not be written. */
export function unwrittenReport(folder: ResultFolder): Reporter {
  return {
    end() {
      const { unwrittenText } = folder;
      if (unwrittenText !== undefined) printProse(process.stderr, [terminalText(unwrittenText)]);
    },
  };
}

/** The reporters of a run besides its files. The first to begin is the last to end. */
function reportersOf(prepared: PreparedRun, folder: ResultFolder, env: Environment): Reporter[] {
  const { options } = prepared;
  const workspace = env["GITHUB_WORKSPACE"];
  const github = env["GITHUB_ACTIONS"] === "true" ? [new GithubLog(streamOf(prepared), workspace)] : [];
  const step = env["GITHUB_STEP_SUMMARY"] ?? "";
  const json: Reporter = { end: (result) => void process.stdout.write(toJson(result)) };
  const summary: Reporter = {
    end: (result, evidence) => appendToSummary(step, summaryMarkdown(result, evidence), process.stderr),
  };
  return [
    ...(options.format === "json" ? [json] : []),
    ...github,
    ...(step === "" ? [] : [summary]),
    unwrittenReport(folder),
    terminalFor(prepared, folder, env),
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
