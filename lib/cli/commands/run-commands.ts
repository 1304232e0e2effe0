import { ownCommand } from "../../package/command-line-text.ts";
import { RUN_OPTIONS } from "../../profile/schema/options.ts";
import type { ReplayRequest } from "../replay/replay-target.ts";
import { addRunOptions, givenFlags } from "../run-options.ts";
import { Command, Option } from "commander";

const OWN = ownCommand();

const RUN_HELP = `
Selectors: an area (callback-url), a group of areas (webhook, auth), observations, or the beginning of an id
(register.updates). Default: everything. An area has checks, and observations where the document leaves something open.
Requirements about every answer, such as the envelope, are checked with every selection.

Exit codes:
  0    conformant, or conformant-partial: nothing failed, but a requirement that applies is uncovered
  1    non-conformant: at least one check failed, or a waiver has expired, or its requirement passes now
  2    no run: bad usage, bad profile, or refused for safety; or the result or the output could not be written
  3    incomplete: nothing failed, but a check could not be decided, or nothing was checked
  4    unreachable: no answer, or no valid request is accepted. The run names one cause; doctor shows more
  5    a defect of this suite
  130  interrupted: the webhooks were restored and the report was written

Examples:
  ${OWN} run                                        the embedded reference
  ${OWN} run --profile ./sandbox.yaml --out results
  ${OWN} run webhook --skip concurrency --depth quick
  ${OWN} run --profile ./sandbox.yaml --failed-in results
`;

/** `run`: checks a target. */
export function runCommand(exit: (code: number) => void): Command {
  const command = new Command("run")
    .summary("check a target")
    .description("Checks whether a target keeps the contract of the Card Issuing Open API.")
    .argument("[selector...]", "what to check. Default: everything")
    .addHelpText("after", RUN_HELP);
  return addRunOptions(command).action(async (selectors: string[]) => {
    const { runTarget } = await import("../run/run-target.ts");
    exit(await runTarget(selectors, givenFlags(command), process.env));
  });
}

const DOCTOR_HELP = `
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
    .addHelpText("after", DOCTOR_HELP);
  return command.action(async () => {
    const { examineTarget } = await import("../doctor/examine-target.ts");
    const { text, exitCode } = await examineTarget(givenFlags(command), process.env);
    process.stdout.write(text);
    exit(exitCode);
  });
}

const OBSERVE_HELP = `
Half of the API document says "not shown". A target may do anything there: the suite records it and does not fail it.
Quick depth omits observations that need requests of their own, so observe raises quick to standard. At the end observe
restores the webhooks of the target.

An observation has parts, for example status and code. --pin writes them into a profile and keeps its comments. Later
runs check them, and name the part that changed. You can delete parts of a pin by hand: a run compares only the parts
that the pin names. Parts that vary are not pinned.

The results are written to <out>/observations.json; compare reads them.
Exit codes: 0; 2, 4, 5 and 130 as for run.

Examples:
  ${OWN} observe                                        the embedded reference
  ${OWN} observe callback-url --profile ./sandbox.yaml
  ${OWN} observe query.answer --profile ./sandbox.yaml --pin
  ${OWN} observe --profile ./sandbox.yaml --pin --pin-into ./ours.yaml
`;

/** `observe`: shows what a target does where the document is silent. */
export function observeCommand(exit: (code: number) => void): Command {
  const command = new Command("observe")
    .summary("show what a target does where the document is silent")
    .description(
      "Shows what a target does where the API document is silent, beside the sections of the document.",
    )
    .argument("[selector...]", "what to observe. Default: everything")
    .addOption(
      new Option(
        "--pin [selector...]",
        "write the observed values, or a selection of them, into the profile",
      ),
    )
    .addOption(
      new Option(
        "--pin-into <file>",
        "the profile to write into. A new file in the folder of the observed profile becomes its copy. Default: the observed profile",
      ),
    )
    .addHelpText("after", OBSERVE_HELP);
  return addRunOptions(command, ["failedIn"]).action(
    async (selectors: string[], options: { pin?: true | string[]; pinInto?: string }) => {
      const { observeTarget } = await import("../observe/observe-target.ts");
      const { pin, pinInto } = options;
      const wanted = pin === undefined ? undefined : pin === true ? [] : pin;
      exit(
        await observeTarget({
          selectors,
          flags: givenFlags(command),
          env: process.env,
          ...(wanted !== undefined && { pin: wanted }),
          ...(pinInto !== undefined && { pinInto }),
        }),
      );
    },
  );
}

const REPLAY_HELP = `
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
    .addHelpText("after", REPLAY_HELP)
    .action(async (file: string, options: Omit<ReplayRequest, "file">) => {
      const { replayCapsule } = await import("../replay/replay-capsule.ts");
      exit(await replayCapsule({ ...options, file }, process.env));
    });
}

const RESTORE_HELP = `
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
    .addHelpText("after", RESTORE_HELP);
  return command.action(async () => {
    const { restoreTarget } = await import("../restore/restore-target.ts");
    const { text, exitCode } = await restoreTarget(givenFlags(command), process.env);
    process.stdout.write(text);
    exit(exitCode);
  });
}
