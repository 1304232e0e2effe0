import { Command, Option } from "commander";
import { RUN_OPTIONS } from "../../profile/options.ts";
import { givenFlags } from "../run-options.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
It looks at name resolution, the connection and its certificates, the base path, the credentials of each merchant and
the clock; in signed mode it prints the text that was signed and its signature, to be compared with the target's own.
Those two are of one query and of no use afterwards; keys and secrets are never printed. Nothing is written: whether
callback URLs below callback.base are taken, only a run shows. It measures how long an answer takes, and prints how
long a whole run takes at each depth.

Exit codes: 0 all is well, 2 bad usage or bad profile, 4 something would stop a run.

Examples:
  ${OWN} doctor --profile ./sandbox.yaml
  ${OWN} doctor --profile ./sandbox.yaml --base-url http://127.0.0.1:4010
  ${OWN} doctor --profile ./sandbox.yaml --format json
`;

/** `doctor`: what would stop a run. */
export function doctorCommand(exit: (code: number) => void): Command {
  const { profile, baseUrl, format } = RUN_OPTIONS;
  const command = new Command("doctor")
    .summary("see what would stop a run, by queries alone")
    .description(
      "Looks at the way to a target, its credentials, its signature and its clock. Only queries are sent.",
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
