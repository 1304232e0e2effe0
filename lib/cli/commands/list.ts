import { Command, Option } from "commander";

/** `list`: the catalogue, one requirement a line. */
export function listCommand(): Command {
  return new Command("list")
    .summary("list the requirements")
    .description("Lists the requirements of the API document in its order: id, level, sections, text.")
    .argument("[selector...]", "a folder, an area or the beginning of an id; everything, when absent")
    .addOption(
      new Option("--level <level>", "only requirements of this level").choices([
        "stated",
        "inferred",
        "advisory",
        "unspecified",
      ]),
    )
    .option("--json", "print JSON")
    .action(async (selectors: string[], options: { level?: string; json?: true }) => {
      const { listRequirements } = await import("../catalogue/list-requirements.ts");
      process.stdout.write(listRequirements(selectors, options));
    });
}
