import { Command, Option } from "commander";
import { RUN_OPTIONS } from "../../profile/schema/options.ts";
import { givenFlags } from "../run-options.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
doctor checks name resolution, the connection and its certificates, the base path, the credentials of each merchant
and the clock. In signed mode it prints the signed text of one query and its signature. Compare them with those of the
target. They cannot be used again. Keys and secrets are never printed.

doctor writes nothing: only a run shows whether the target accepts callback URLs below callback.base. It measures the
time of an answer, and prints the requests and the time of a whole run at each depth.

Exit codes: 0 no problem found, 2 bad usage or bad profile, 4 a problem would stop a run.

Examples:
  ${OWN} doctor --profile ./sandbox.yaml
  ${OWN} doctor --profile ./sandbox.yaml --base-url http://127.0.0.1:4010
  ${OWN} doctor --profile ./sandbox.yaml --format json
`;

/** `doctor`: finds problems that would stop a run. */
export function doctorCommand(exit: (code: number) => void): Command {
  const { profile, baseUrl, format } = RUN_OPTIONS;
  const command = new Command("doctor")
    .summary("find problems that would stop a run, by queries only")
    .description(
      "Checks the connection to a target, its credentials, signature and clock. Sends queries only.",
    )
    .addOption(new Option(profile.flag, `${profile.description} (default: reference) [${profile.env}]`))
    .addOption(new Option(baseUrl.flag, `${baseUrl.description} [${baseUrl.env}]`))
    .addOption(new Option(format.flag, `text or json on stdout (default: text) [${format.env}]`))
    .addHelpText("after", HELP);
  return command.action(async () => {
    const { examineTarget } = await import("../doctor/examine-target.ts");
    const { text, exitCode } = await examineTarget({ flags: givenFlags(command), env: process.env });
    process.stdout.write(text);
    exit(exitCode);
  });
}
