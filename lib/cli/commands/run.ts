import { Command } from "commander";
import { addRunOptions, givenFlags } from "../run-options.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
Selectors: an area (callback-url), a group of areas (webhook, auth), observations, or the beginning of an id
(register.updates); none: everything. An area has checks, and observations where the document leaves something open.
Ambient requirements, such as the envelope, are judged along with whatever is selected.

Exit codes:
  0    conformant, or conformant-partial: nothing failed, but something that binds is uncovered
  1    non-conformant: at least one check failed, or a waiver has expired or is of no use any more
  2    no run: bad usage, bad profile, or refused for safety
  3    incomplete: nothing failed, but something could not be judged, or nothing was judged
  4    unreachable: no answer, or nothing valid is accepted; one cause is named, and doctor tells more
  5    a defect of this suite
  130  interrupted: the target was put back and the report written

With --baseline, failures that the baseline has too are listed as known, and the verdict stays as it is. The exit code is
1 for a new failure, 3 if the run checked less than the baseline, and 0 otherwise; 2, 4, 5 and 130 mean the same as above.

Examples:
  ${OWN} run                                        the embedded reference
  ${OWN} run --profile ./sandbox.yaml --out results
  ${OWN} run webhook --skip concurrency --depth quick
  ${OWN} run --profile ./sandbox.yaml --baseline results/accepted
`;

/** `run`: judge a target. */
export function runCommand(exit: (code: number) => void): Command {
  const command = new Command("run")
    .summary("judge a target")
    .description("Judges whether a target keeps the contract of the Card Issuing Open API.")
    .argument("[selector...]", "what to judge; everything, when absent")
    .addHelpText("after", HELP);
  return addRunOptions(command).action(async (selectors: string[]) => {
    const { runTarget } = await import("../run/run-target.ts");
    exit(await runTarget({ selectors, flags: givenFlags(command), env: process.env }));
  });
}
