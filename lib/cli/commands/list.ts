import { Command, Option } from "commander";

const HELP = `
A check decides a requirement. An observation records an answer that the document leaves open. Mutants prove a check:
each is a server that breaks one rule, and the check must fail it. explain <id> shows them.

With --profile it shows for each requirement what a run would do: judged, observed, uncovered with the field of the
profile to add, inapplicable, or skipped (run.skip). Nothing is sent.
`;

interface ListOptions {
  readonly level?: string;
  readonly section?: string;
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
      "an area, a group of areas (webhook, auth), observations, or the beginning of an id. Default: everything",
    )
    .addOption(
      new Option("--level <level>", "only requirements of this level").choices([
        "stated",
        "inferred",
        "advisory",
        "unspecified",
      ]),
    )
    .addOption(
      new Option(
        "--section <number>",
        "only requirements of this section of the API document, such as 3.2",
      ).argParser((text) => text.replace(/^§/, "")),
    )
    .option("--profile <name|file>", "show what a run with this profile would cover")
    .addOption(
      new Option(
        "--mutants",
        "list the broken servers that serve --mutant starts, of all or of a selection",
      ).conflicts(["level", "section", "profile", "choices"]),
    )
    .addOption(
      new Option("--choices", "list the open answers that serve --choice sets, with their values").conflicts([
        "level",
        "section",
        "profile",
      ]),
    )
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(async (selectors: string[], options: ListOptions) => {
      process.stdout.write(await listText(selectors, options));
    });
}

async function listText(
  selectors: readonly string[],
  { mutants, choices, ...options }: ListOptions,
): Promise<string> {
  if (choices === true) return (await import("../catalogue/list-choices.ts")).listChoices(options);
  if (mutants === true) return (await import("../catalogue/list-mutants.ts")).listMutants(selectors, options);
  const { listRequirements } = await import("../catalogue/list-requirements.ts");
  return listRequirements(selectors, { ...options, env: process.env });
}
