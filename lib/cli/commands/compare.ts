import { Command, Option } from "commander";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
Each side is a folder of results, a conformance.json or observations.json, or a profile by its name or file:
a profile stands for what it pins. A regression is a check that was kept and is not any more, be it that it fails or
that it can no longer be judged, or a run that ended well and then does not. Observations that changed are shown;
they break nothing.

Exit codes: 0, 1 when there is a regression, 2 when a side cannot be read.

Examples:
  ${OWN} compare results/yesterday results/today
  ${OWN} compare results/yesterday results/today --format markdown >> "$GITHUB_STEP_SUMMARY"
  ${OWN} compare ./sandbox.yaml results/today
`;

/** `compare`: what changed between two results or profiles. */
export function compareCommand(exit: (code: number) => void): Command {
  return new Command("compare")
    .summary("see what changed between two results or profiles")
    .description("Shows which verdicts and observations changed, what ran in one only, and what it cost.")
    .argument("<before>", "a folder of results, a result, or a profile")
    .argument("<after>", "the same")
    .addOption(
      new Option("--format <format>", "what is printed")
        .choices(["text", "markdown", "json"])
        .default("text"),
    )
    .addHelpText("after", HELP)
    .action(async (before: string, after: string, { format }: { format: "text" | "markdown" | "json" }) => {
      const { comparePlaces } = await import("../compare/compare-places.ts");
      const { text, exitCode } = await comparePlaces([before, after], format, process.env);
      process.stdout.write(text);
      exit(exitCode);
    });
}
