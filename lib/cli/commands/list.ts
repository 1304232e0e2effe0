import { Command, Option } from "commander";

const HELP = `
A requirement is proved by a check, or an observation where the document leaves it open, and by mutants: servers with
this one rule broken, each of which the check has to catch. explain <id> shows them. Some have nothing yet.
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
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(async (selectors: string[], options: { level?: string; json?: true }) => {
      const { listRequirements } = await import("../catalogue/list-requirements.ts");
      process.stdout.write(await listRequirements(selectors, options));
    });
}
