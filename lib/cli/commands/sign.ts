import { Command } from "commander";
import type { SignRequest } from "../sign/sign-request.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
Examples:
  ${OWN} sign --profile ./sandbox.yaml webhook/query
  ${OWN} sign --profile ./sandbox.yaml webhook/register --body '{"callbackUrl":"https://callback.example/x"}'
  eval "$(${OWN} sign --profile ./sandbox.yaml webhook/query --curl)"
`;

/** `sign`: the headers of one request, and a curl line. */
export function signCommand(): Command {
  return new Command("sign")
    .summary("print the headers of one request, and a curl line")
    .description("Prints the signed headers, and a curl line, for one request. Nothing is sent.")
    .argument("<path>", "webhook/query, or a whole path such as /abc/v1/webhook/query?x=1")
    .option(
      "--profile <name|file>",
      "profile with the credentials. The default profile of other commands signs nothing",
      "reference-signed",
    )
    .option("--base-url <url>", "address of the target. Replaces the address of the profile")
    .option("--merchant <name>", "merchant of the profile. Default: the first one")
    .option("--method <method>", "HTTP method", "POST")
    .option("--body <text>", "request body; @file reads a file")
    .option("--reveal", "show the API key instead of a variable of the shell")
    .option("--curl", "print the curl line only")
    .addHelpText("after", HELP)
    .action(async (path: string, options: Omit<SignRequest, "path">) => {
      const { signRequest } = await import("../sign/sign-request.ts");
      process.stdout.write(await signRequest({ ...options, path }, process.env));
    });
}
