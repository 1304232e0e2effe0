import { Command, Option } from "commander";
import { givenFlags } from "../run-options.ts";
import { RUN_OPTIONS } from "../../profile/schema/options.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
Before its first write, a run saves the webhook configuration of each merchant on disk. It also saves what it writes by
a tool of the MCP service. At its end it restores both, and deletes what it saved. After a killed run, this command
restores them. Otherwise the next run does, before it starts. The files lie below $XDG_STATE_HOME, or ~/.local/state, in
card-issuing-conformance.

Exit codes:
  0    everything is restored, or there is nothing to restore
  2    bad usage, bad profile, or a run is using the merchant
  3    something could not be restored; the output says what, and why

Examples:
  ${OWN} restore                           list what there is to restore
  ${OWN} restore --profile ./sandbox.yaml
`;

/** `restore`: undo the changes of a killed run. */
export function restoreCommand(exit: (code: number) => void): Command {
  const { profile, baseUrl, mcpUrl } = RUN_OPTIONS;
  const command = new Command("restore")
    .summary("undo the changes of a killed run")
    .description("Restores the webhook configurations of the merchants after a killed run.")
    .addOption(new Option(profile.flag, `profile of the target. Default: list what there is to restore`))
    .addOption(new Option(baseUrl.flag, baseUrl.description))
    .addOption(new Option(mcpUrl.flag, mcpUrl.description))
    .addHelpText("after", HELP);
  return command.action(async () => {
    const { restoreTarget } = await import("../restore/restore-target.ts");
    const { text, exitCode } = await restoreTarget({ flags: givenFlags(command), env: process.env });
    process.stdout.write(text);
    exit(exitCode);
  });
}
