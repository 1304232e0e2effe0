import { Command, InvalidArgumentError, Option } from "commander";
import { ownCommand } from "../../package/command-line-text.ts";
import { terminalText } from "../../text/terminal-text.ts";

const OWN = ownCommand();
const MAX_DAYS = 366;

const HELP = `
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

interface BoardOptions {
  readonly out: string;
  readonly nights: number;
  readonly stale: number;
}

/** `board`: one page about many targets and nights. */
export function boardCommand(): Command {
  return new Command("board")
    .summary("write one page about many targets and nights")
    .description("Writes an HTML page about the results of many targets and many nights.")
    .argument("<results...>", "folders of results, results, or histories")
    .option("--out <file>", "file of the page", "board.html")
    .addOption(
      new Option("--nights <days>", "how many days each strip shows").argParser(readDays).default(60),
    )
    .addOption(
      new Option("--stale <days>", "age of a last result that is marked as stale")
        .argParser(readDays)
        .default(2),
    )
    .addHelpText("after", HELP)
    .action(async (places: string[], { out, nights, stale }: BoardOptions) => {
      const { writeBoard } = await import("../board/write-board.ts");
      const now = new Date();
      const { stdout, problems } = writeBoard({ places, out, nights, staleDays: stale, now });
      for (const line of problems) process.stderr.write(`${terminalText(line)}\n`);
      process.stdout.write(terminalText(stdout, { keepLines: true }));
    });
}

function readDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= MAX_DAYS) return days;
  throw new InvalidArgumentError(`expected a number of days from 1 to ${MAX_DAYS}`);
}
