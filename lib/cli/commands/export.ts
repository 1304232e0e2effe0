import { Command } from "commander";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const OPENAPI_HELP = `
The document has the webhook operations in full. It sets no constraint where the API document is silent, so that every
answer of a conformant target is valid. Other operations have a path and an envelope, and nothing more.

x-requirements   ids of the requirements that a run checks; explain <id> shows one
x-observations   ids of the questions that the API document leaves open
x-pinned         answers to these questions, with --profile

Exit codes: 0, or 2 when the options or the profile must be corrected. Nothing is sent.

Examples:
  ${OWN} export openapi > openapi.json
  ${OWN} export openapi --profile ./sandbox.yaml > sandbox.openapi.json
`;

const HAR_HELP = `
The archive has one page for each check that sent requests, and its exchanges as entries. The comment of an entry names
the number of the exchange and its sender. Secrets are masked as in the results.

Exit codes: 0, or 2 when the results cannot be read. Nothing is sent.

Examples:
  ${OWN} export har results/tonight > tonight.har
  ${OWN} export har results/tonight | jq '.log.pages[].id'
`;

/** `export`: the contract, or the exchanges of a run, in a format of other tools. */
export function exportCommand(): Command {
  return new Command("export")
    .summary("write the contract as OpenAPI, or the exchanges of a run as HAR")
    .description("Writes the contract, or the exchanges of a run, in a format that other tools read.")
    .addCommand(openapiCommand())
    .addCommand(harCommand());
}

function openapiCommand(): Command {
  return new Command("openapi")
    .summary("write the contract as OpenAPI 3.1")
    .description("Writes the contract as an OpenAPI 3.1 document in JSON.")
    .option("--profile <name|file>", "add the address, the paths and the pins of this profile")
    .addHelpText("after", OPENAPI_HELP)
    .action(async ({ profile }: { readonly profile?: string }) => {
      const { exportOpenapi } = await import("../export/openapi-document.ts");
      process.stdout.write(await exportOpenapi(profile, process.env));
    });
}

function harCommand(): Command {
  return new Command("har")
    .summary("write the exchanges of a run as HAR 1.2")
    .description("Writes the recorded exchanges of a run as an HTTP archive (HAR 1.2).")
    .argument("<results>", "a folder of results, or its conformance.json")
    .addHelpText("after", HAR_HELP)
    .action(async (results: string) => {
      const { exportHar } = await import("../export/export-har.ts");
      process.stdout.write(exportHar(results));
    });
}
