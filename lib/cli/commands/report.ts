import { Command } from "commander";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
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
    .addHelpText("after", HELP)
    .action(async (results: string) => {
      const { reportAgain } = await import("../report/report-again.ts");
      process.stdout.write(await reportAgain(results));
    });
}
