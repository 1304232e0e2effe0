import { Command, Option } from "commander";

const HELP = `
A requirement is proved by a check, or an observation where the document leaves it open, and by mutants: servers with
this one rule broken, each of which the check has to catch. explain <id> shows them. Some have nothing yet.

With --profile it says what a run would make of each: judged, observed, uncovered with the field of the profile that
would cover it, inapplicable, or skipped (run.skip). Nothing is sent.
`;

/** `list`: the catalogue, one requirement a line. */
export function listCommand(): Command {
  return new Command("list")
    .summary("list the requirements")
    .description(
      "Lists the requirements of the API document in its order: id, level, what proves it, text and sections.",
    )
    .argument(
      "[selector...]",
      "an area, a group of areas (webhook, auth), observations, or the beginning of an id; everything, when absent",
    )
    .addOption(
      new Option("--level <level>", "only requirements of this level").choices([
        "stated",
        "inferred",
        "advisory",
        "unspecified",
      ]),
    )
    .option("--profile <name|file>", "say what a run with this profile would cover")
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(async (selectors: string[], options: { level?: string; json?: true; profile?: string }) => {
      const { listRequirements } = await import("../catalogue/list-requirements.ts");
      process.stdout.write(await listRequirements(selectors, { ...options, env: process.env }));
    });
}
