import { wholeNumber } from "../run-options.ts";
import { ownCommand } from "../../package/command-line-text.ts";
import { RUN_OPTIONS } from "../../profile/schema/options.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { BoardOrder } from "../board/write-board.ts";
import type { CompareOptions } from "../compare/compare-places.ts";
import type { WaiveRequest } from "../waive/waive-failures.ts";
import { Command, Option } from "commander";

const OWN = ownCommand();

const COMPARE_HELP = `
Each side is a folder of results, a conformance.json or observations.json, or a profile by its name or file.
A profile is compared by its pins.

A regression is a check that passed before and does not pass now, or a run that ended well before and does not now.
A second run that checked less is never a success: the target was unreachable, the run was interrupted or incomplete,
it had another selection or a lower depth, or the profile covers less. Observations that changed are only shown.

Exit codes:
  0    no regression
  1    a regression, or less was checked than before
  2    a side cannot be read, or the results are of different targets

Examples:
  ${OWN} compare results/yesterday results/today
  ${OWN} compare results/yesterday results/today --format markdown >> "$GITHUB_STEP_SUMMARY"
  ${OWN} compare ./sandbox.yaml results/today
`;

/** `compare`: shows changes between two results or profiles. */
export function compareCommand(exit: (code: number) => void): Command {
  return new Command("compare")
    .summary("show what changed between two results or profiles")
    .description("Shows changed verdicts and observations, checks that ran in one result only, and the cost.")
    .argument("<before>", "a folder of results, a result, or a profile")
    .argument("<after>", "the same")
    .addOption(
      new Option("--format <format>", "output format").choices(["text", "markdown", "json"]).default("text"),
    )
    .option("--across", "compare results of different targets", false)
    .addHelpText("after", COMPARE_HELP)
    .action(async (before: string, after: string, options: CompareOptions) => {
      const { comparePlaces } = await import("../compare/compare-places.ts");
      const { text, exitCode } = await comparePlaces(before, after, options, process.env);
      process.stdout.write(text);
      exit(exitCode);
    });
}

const REPORT_HELP = `
Reads conformance.json, the evidence and the history beside it. Prints the end of the run, and replaces the other files:
the same result gives the same texts, byte for byte. Nothing is sent.

Exit codes: 0, 2 when a file cannot be read or written.

Example:
  ${OWN} report results/tonight
`;

/** `report`: makes the outputs of a stored run again. */
export function reportCommand(): Command {
  return new Command("report")
    .summary("make the files of a run again, with its page")
    .description("Makes junit.xml, summary.md and report.html of a run again.")
    .argument("<results>", "a folder of results, or its conformance.json")
    .addHelpText("after", REPORT_HELP)
    .action(async (results: string) => {
      const { reportAgain } = await import("../report/report-again.ts");
      process.stdout.write(await reportAgain(results));
    });
}

const DAYS = wholeNumber("a number of days", 1, 366);

const BOARD_HELP = `
Each place is a folder of results, a conformance.json, a history.jsonl, or a folder that contains such folders.
The page needs no network and no script. It shows each target and area, since when it fails, and its nights.
A run that several files contain counts once. An area fails until a run checks the same requirements again.
The page links to the report.html of a run if the report is in or below the folder of the page.

If several folders have runs of one target, the page and stdout name them. A run is refused if it contradicts itself.
A place that cannot be read is named on the page and on stderr. The verdicts do not change the exit code.

Exit codes:
  0    the page is written
  2    no run could be read, or the page cannot be written

Examples:
  ${OWN} board results/sandbox results/staging
  ${OWN} board results --out results/board.html
  ${OWN} board results year.jsonl --out results/board.html --nights 366
`;

interface BoardOptions extends Pick<BoardOrder, "out" | "nights"> {
  readonly stale: number;
}

/** `board`: one page about many targets and nights. */
export function boardCommand(): Command {
  return new Command("board")
    .summary("write one page about many targets and nights")
    .description("Writes an HTML page about the results of many targets and many nights.")
    .argument("<results...>", "folders of results, results, or histories")
    .option("--out <file>", "file of the page", "board.html")
    .addOption(new Option("--nights <days>", "how many days each strip shows").argParser(DAYS).default(60))
    .addOption(
      new Option("--stale <days>", "age of a last result that is marked as stale").argParser(DAYS).default(2),
    )
    .addHelpText("after", BOARD_HELP)
    .action(async (places: string[], { out, nights, stale }: BoardOptions) => {
      const { writeBoard } = await import("../board/write-board.ts");
      const now = new Date();
      const { stdout, problems } = writeBoard({ places, out, nights, staleDays: stale, now });
      for (const line of problems) process.stderr.write(`${terminalText(line)}\n`);
      process.stdout.write(terminalText(stdout, { keepLines: true }));
    });
}

const WAIVE_HELP = `
Writes a waiver for each root failure of the results: a failure that follows from another one is waived with it.
The file is made if it does not exist. A waiver that it already has gets the new owner, reason and day; comments stay.
No part of its path may be a symbolic link. Nothing is sent.

Exit codes: 0, 2 when the options, the results, the profile or the file of waivers must be corrected.

Examples:
  ${OWN} waive results/tonight --profile ./sandbox.yaml --owner payments --reason "the gateway is replaced in May" --expires 2027-05-31
  ${OWN} waive results/tonight --profile ./sandbox.yaml --into waivers.yaml --owner payments --reason "known since March" --expires 2027-05-31
`;

/** `waive`: accept the failures of a run for some time. */
export function waiveCommand(): Command {
  const { flag, env, description } = RUN_OPTIONS.profile;
  return new Command("waive")
    .summary("accept the failures of a run until a day")
    .description("Writes waivers for the failures of a run, so that the next run fails only for new ones.")
    .argument("<results>", "a folder of results, or its conformance.json")
    .requiredOption("--owner <who>", "person or team responsible for the waivers")
    .requiredOption("--reason <text>", "why the failures are accepted")
    .requiredOption("--expires <date>", "last day (UTC) of the waivers, at most a year from now: 2027-05-31")
    .option(
      "--into <file>",
      "the file of waivers, relative to the profile. Default: the one that the profile names",
    )
    .option(flag, `${description} [${env}]`)
    .addHelpText("after", WAIVE_HELP)
    .action(async (results: string, options: Omit<WaiveRequest, "results" | "env">) => {
      const { waiveFailures } = await import("../waive/waive-failures.ts");
      process.stdout.write(await waiveFailures({ results, ...options, env: process.env }));
    });
}

const OPENAPI_HELP = `
The document has the webhook operations in full. It sets no constraint where the API document is silent, so that every
answer of a conformant target is valid. Other operations have a path and an envelope, and nothing more.

x-requirements   ids of the requirements that a run checks; explain <id> shows one
x-observations   ids of the questions that the API document leaves open
x-pinned         answers to these questions, with --profile

Exit codes: 0, or 2 when the options or the profile must be corrected. Nothing is sent.

Examples:
  ${OWN} export openapi > openapi.json
  ${OWN} export openapi --profile ./sandbox.yaml > sandbox.openapi.json
`;

const HAR_HELP = `
The archive has one page for each check that sent requests, and its exchanges as entries. The comment of an entry names
the number of the exchange and its sender. Secrets are masked as in the results.

Exit codes: 0, or 2 when the results cannot be read. Nothing is sent.

Examples:
  ${OWN} export har results/tonight > tonight.har
  ${OWN} export har results/tonight | jq '.log.pages[].id'
`;

/** `export`: the contract, or the exchanges of a run, in a format of other tools. */
export function exportCommand(): Command {
  return new Command("export")
    .summary("write the contract as OpenAPI, or the exchanges of a run as HAR")
    .description("Writes the contract, or the exchanges of a run, in a format that other tools read.")
    .addCommand(openapiCommand())
    .addCommand(harCommand());
}

function openapiCommand(): Command {
  return new Command("openapi")
    .summary("write the contract as OpenAPI 3.1")
    .description("Writes the contract as an OpenAPI 3.1 document in JSON.")
    .option("--profile <name|file>", "add the address, the paths and the pins of this profile")
    .addHelpText("after", OPENAPI_HELP)
    .action(async ({ profile }: { readonly profile?: string }) => {
      const { exportOpenapi } = await import("../export/openapi-document.ts");
      process.stdout.write(await exportOpenapi(profile, process.env));
    });
}

function harCommand(): Command {
  return new Command("har")
    .summary("write the exchanges of a run as HAR 1.2")
    .description("Writes the recorded exchanges of a run as an HTTP archive (HAR 1.2).")
    .argument("<results>", "a folder of results, or its conformance.json")
    .addHelpText("after", HAR_HELP)
    .action(async (results: string) => {
      const { exportHar } = await import("../export/export-har.ts");
      process.stdout.write(exportHar(results));
    });
}
