import { Command } from "commander";
import type { ReplayRequest } from "../replay/replay-target.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
The check of the capsule runs again, alone, with the seed and depth of its run; a generated case runs by itself first.
Requests are signed afresh. The target is visited as by run: consent is needed, and it is put back at the end.
Profile and address are your own: of the capsule, only the name of a profile of this package is taken. One that was
recorded at another address than the profile's is refused, unless --base-url says where to replay it.

Exit codes: 1 reproduced, 0 not reproduced, 3 could not be judged; 2, 4, 5 and 130 as for run.

Examples:
  ${OWN} replay reports/latest/capsules/register.stores.json
  ${OWN} replay capsule.json --base-url http://127.0.0.1:4010
  ${OWN} replay capsule.json --profile ./sandbox.yaml
  ${OWN} replay capsule.json --profile ./sandbox.yaml --curl
`;

/** `replay`: one failure again. */
export function replayCommand(exit: (code: number) => void): Command {
  return new Command("replay")
    .summary("see one failure again")
    .description("Runs what a capsule holds again and says whether the failure is still there.")
    .argument("<capsule>", "a file of <out>/capsules")
    .option("--profile <name|file>", "profile of the target; needed, unless the run had one of this package")
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
