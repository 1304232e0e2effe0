import { Command, Option } from "commander";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
Writes an in-toto statement with a test result: which checks passed, warned and failed, by which suite and profile.
Its subjects are conformance.json, the deployment that the run was given (run --deployment), and what --subject
names. It is not signed: give it to the tool that signs for you. Nothing is sent.

Exit codes: 0, or 2 when the options must be corrected or the run did not check everything that applies.

Examples:
  ${OWN} attest results/tonight > statement.json
  ${OWN} attest results/tonight --subject "issuer-api@sha256:$DIGEST" > statement.json
  ${OWN} attest results/tonight --predicate > predicate.json
`;

interface AttestOptions {
  readonly subject?: readonly string[];
  readonly predicate: boolean;
}

/** `attest`: a statement about a result, for others to verify. */
export function attestCommand(): Command {
  return new Command("attest")
    .summary("write a statement about a result, to be signed")
    .description("Writes an in-toto statement about the results of a complete run.")
    .argument("<results>", "a folder of results, or its conformance.json")
    .addOption(
      new Option(
        "--subject <name@sha256:digest>",
        "one more subject, for example an image; repeatable",
      ).argParser((one: string, known: readonly string[] | undefined) => [...(known ?? []), one]),
    )
    .option("--predicate", "only the predicate, for tools that write the statement themselves", false)
    .addHelpText("after", HELP)
    .action(async (results: string, options: AttestOptions) => {
      const { attestResults } = await import("../attest/attest-results.ts");
      process.stdout.write(attestResults(results, options));
    });
}
