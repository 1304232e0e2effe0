import { Command } from "commander";
import type { ReplayRequest } from "../replay/replay-target.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
replay runs the check of the capsule alone, with the seed and depth of its run. A generated case runs first. All
requests are signed again. As for run, consent is required, and the webhooks are restored at the end.

You give the profile and the address. replay takes only the name of a profile of this package from the capsule. If the
capsule was recorded at another address than the profile's, name the address by --base-url.

Exit codes: 1 reproduced, 0 not reproduced, 3 could not be checked; 2, 4, 5 and 130 as for run.

Examples:
  ${OWN} replay reports/latest/capsules/register.stores.json
  ${OWN} replay capsule.json --base-url http://127.0.0.1:4010
  ${OWN} replay capsule.json --profile ./sandbox.yaml
  ${OWN} replay capsule.json --profile ./sandbox.yaml --curl
`;

/** `replay`: one failure again. */
export function replayCommand(exit: (code: number) => void): Command {
  return new Command("replay")
    .summary("reproduce one failure")
    .description("Runs the check of a capsule again and shows whether the failure is still there.")
    .argument("<capsule>", "a file of <out>/capsules")
    .option(
      "--profile <name|file>",
      "profile of the target. Required, unless the run used a profile of this package",
    )
    .option("--base-url <url>", "address of the target. Replaces the address of the profile")
    .option("--mcp-url <url>", "address of the MCP service, instead of the profile's")
    .option("--disposable", "consent, as for run")
    .option("--read-only", "send only queries, as for run")
    .option("--curl", "print the requests as curl lines instead; nothing is sent")
    .addHelpText("after", HELP)
    .action(async (file: string, options: Omit<ReplayRequest, "file">) => {
      const { replayCapsule } = await import("../replay/replay-capsule.ts");
      exit(await replayCapsule({ ...options, file }, process.env));
    });
}
