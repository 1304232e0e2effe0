import { Command, Option } from "commander";
import { givenFlags } from "../run-options.ts";
import { RUN_OPTIONS } from "../../profile/options.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
A run notes on disk what each merchant had before its first write, and what it writes by a tool of the MCP service,
and removes the note when that is back.
What a killed run has left is put back by this command, or by the next run before it starts.
The notes are kept below $XDG_STATE_HOME, or ~/.local/state, in card-issuing-conformance.

Exit codes:
  0    everything is back, or there is nothing to restore
  2    bad usage, bad profile, or a run is using the merchant
  3    something could not be put back; it is said what, and why

Examples:
  ${OWN} restore                           what there is to restore
  ${OWN} restore --profile ./sandbox.yaml
`;

/** `restore`: undo what a killed run left behind. */
export function restoreCommand(exit: (code: number) => void): Command {
  const { profile, baseUrl, mcpUrl } = RUN_OPTIONS;
  const command = new Command("restore")
    .summary("undo what a killed run left behind")
    .description("Puts the merchants' webhook configurations back after a run that was killed.")
    .addOption(
      new Option(profile.flag, `profile of the target; without one, what there is to restore is listed`),
    )
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
