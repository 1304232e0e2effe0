import { Command, Option } from "commander";
import type { CompareOptions } from "../compare/compare-places.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
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
    .addHelpText("after", HELP)
    .action(async (before: string, after: string, options: CompareOptions) => {
      const { comparePlaces } = await import("../compare/compare-places.ts");
      const { text, exitCode } = await comparePlaces(before, after, options, process.env);
      process.stdout.write(text);
      exit(exitCode);
    });
}
