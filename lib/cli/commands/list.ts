import { Command, Option } from "commander";

const HELP = `
A requirement is proved by a check, or an observation where the document leaves it open, and by mutants: servers with
this one rule broken, each of which the check has to catch. explain <id> shows them. Some have nothing yet.

With --profile it says what a run would make of each: judged, observed, uncovered with the field of the profile that
would cover it, inapplicable, or skipped (run.skip). Nothing is sent.
`;

interface ListOptions {
  readonly level?: string;
  readonly json?: true;
  readonly profile?: string;
  readonly mutants?: true;
  readonly choices?: true;
}

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
    .addOption(
      new Option(
        "--mutants",
        "list the broken servers that serve --mutant starts, of all or of a selection",
      ).conflicts(["level", "profile", "choices"]),
    )
    .addOption(
      new Option("--choices", "list the open answers that serve --choice sets, with their values").conflicts([
        "level",
        "profile",
      ]),
    )
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(async (selectors: string[], { mutants, choices, ...options }: ListOptions) => {
      if (choices === true) {
        const { listChoices } = await import("../catalogue/list-choices.ts");
        process.stdout.write(listChoices(options));
        return;
      }
      if (mutants === true) {
        const { listMutants } = await import("../catalogue/list-mutants.ts");
        process.stdout.write(listMutants(selectors, options));
        return;
      }
      const { listRequirements } = await import("../catalogue/list-requirements.ts");
      process.stdout.write(await listRequirements(selectors, { ...options, env: process.env }));
    });
}
