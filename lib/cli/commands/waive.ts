import { Command } from "commander";
import { RUN_OPTIONS } from "../../profile/schema/options.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
Writes a waiver for each root failure of the results: a failure that follows from another one is waived with it.
The file is made if it does not exist. A waiver that it already has gets the new owner, reason and day; comments stay.
No part of its path may be a symbolic link. Nothing is sent.

Exit codes: 0, 2 when the options, the results, the profile or the file of waivers must be corrected.

Examples:
  ${OWN} waive results/tonight --profile ./sandbox.yaml --owner payments --reason "the gateway is replaced in May" --expires 2027-05-31
  ${OWN} waive results/tonight --profile ./sandbox.yaml --into waivers.yaml --owner payments --reason "known since March" --expires 2027-05-31
`;

interface WaiveOptions {
  readonly owner: string;
  readonly reason: string;
  readonly expires: string;
  readonly into?: string;
  readonly profile?: string;
}

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
    .addHelpText("after", HELP)
    .action(async (results: string, options: WaiveOptions) => {
      const { waiveFailures } = await import("../waive/waive-failures.ts");
      process.stdout.write(await waiveFailures({ results, ...options, env: process.env }));
    });
}
