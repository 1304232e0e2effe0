import { join, resolve } from "node:path";
import { Collector, type RunListener } from "../host/collector.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { shownFile } from "../../files/shown-file.ts";
import type { Flags } from "../../profile/resolve-options.ts";
import { buildRunResult } from "../../reporters/build-run-result.ts";
import { GithubLog } from "../../reporters/github-log.ts";
import { ALLURE_FILE, REPORT_FILE } from "../../reporters/report-files.ts";
import { ResultFolder } from "../../reporters/result-folder.ts";
import { paintFor } from "../../reporters/terminal/palette.ts";
import type { Standing } from "../../reporters/terminal/progress.ts";
import { tell } from "../../reporters/terminal/tell.ts";
import { TerminalReport } from "../../reporters/terminal/terminal-report.ts";
import { rejudgedText } from "../../reporters/text/rejudged-text.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { toJson } from "../../reporters/to-json.ts";
import { redactorOf } from "../../api/redactor-of.ts";
import { catalogue } from "../catalogue.ts";
import { Archive } from "./archive.ts";
import { assertAllure } from "./assert-allure.ts";
import { gather } from "./gather.ts";
import { Interruption } from "./interruption.ts";
import { prepareRejudging } from "./prepare-rejudging.ts";
import { recordedOrder } from "./recorded-order.ts";
import { writeReports } from "./write-reports.ts";
import { prepareRun, type PreparedRun } from "./prepare-run.ts";

/** What a run was given on the command line. */
export interface RunRequest {
  readonly selectors: readonly string[];
  readonly flags: Flags;
  readonly env: Environment;
  /** The results of the run to judge again. */
  readonly from?: string;
}

/**
 * Judges a target, tells about it on the terminal, and writes the results.
 * @returns the exit code.
 * @throws when it is not to be run at all: bad options, a bad profile, refused for safety.
 */
export async function runTarget({ selectors, flags, env, from }: RunRequest): Promise<number> {
  const prepared =
    from === undefined
      ? await prepareRun(selectors, flags, env)
      : prepareRejudging(from, { selectors, flags, env });
  if (prepared.options.allure) assertAllure();
  const folder = new ResultFolder(resolve(prepared.options.out));
  const terminal = terminalFor(prepared, folder, env);
  const archive = new Archive(folder, prepared);
  const collector = new Collector(
    listenerOf(terminal, archive, from !== undefined),
    redactorOf(prepared.order.setup),
  );
  const github = env["GITHUB_ACTIONS"] === "true" ? new GithubLog(streamOf(prepared)) : undefined;
  using interruption = new Interruption();
  try {
    folder.open();
    github?.quote();
    terminal.begin(prepared.header);
    const { rejudged } = prepared.header;
    if (rejudged !== undefined) terminal.announce(`This is ${rejudgedText(rejudged)}.`);
    const yielded = await gather(recordedOrder(prepared, folder.path), collector, {
      signal: interruption.signal,
      announce: (sentence) => terminal.announce(sentence),
      arrived: () => folder.clear(),
    });
    const result = buildRunResult(
      prepared.header,
      { ...yielded, requireFull: prepared.options.requireFull },
      {
        waivers: prepared.waivers,
        replays: archive.replays,
        pins: prepared.pins,
        order: catalogue.ids,
      },
    );
    const unwritten = await writeReports(result, collector, { folder, ...prepared.options });
    terminal.end(result, yielded.judgements);
    if (unwritten !== undefined) tell(process.stderr, [terminalText(unwritten)]);
    github?.annotate(result);
    if (prepared.options.format === "json") process.stdout.write(toJson(result));
    return result.exitCode;
  } finally {
    await prepared.close();
  }
}

function terminalFor({ options }: PreparedRun, folder: ResultFolder, env: Environment): TerminalReport {
  const stream = streamOf({ options });
  return new TerminalReport({
    stream,
    paint: paintFor(options.color ? stream : {}, env),
    quiet: options.quiet,
    verbose: options.verbose,
    evidenceFile: (requirement) => shownFile(folder.evidenceFile(requirement)),
    results: (judged) => shownFile(join(folder.path, firstPage(options, judged))),
  });
}

/** What a person reads first; of a run that judged nothing Allure has no page. */
function firstPage({ html, allure }: PreparedRun["options"], judged: boolean): string {
  if (html) return REPORT_FILE;
  return allure && judged ? ALLURE_FILE : "summary.md";
}

/** Where people read: the result itself has stdout to itself. */
function streamOf({ options }: Pick<PreparedRun, "options">): NodeJS.WriteStream {
  return options.format === "json" ? process.stderr : process.stdout;
}

function listenerOf(terminal: TerminalReport, archive: Archive, sendsNothing: boolean): RunListener {
  const standing: { -readonly [member in keyof Standing]: Standing[member] } = {
    current: "",
    done: 0,
    planned: 0,
    sent: undefined,
    failed: 0,
  };
  return {
    planned(count) {
      standing.planned = count;
    },
    started(requirement) {
      standing.current = requirement;
      terminal.progress(standing);
    },
    judged(judgement, counts) {
      const { result } = judgement;
      standing.done += 1;
      if (!sendsNothing) standing.sent = counts.sent;
      if ("verdict" in result && result.verdict === "failed") standing.failed += 1;
      archive.keep(judgement);
      terminal.judged(judgement);
      terminal.progress(standing);
    },
  };
}
