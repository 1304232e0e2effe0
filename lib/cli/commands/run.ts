import { Command } from "commander";
import { addRunOptions, givenFlags } from "../run-options.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
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
    .addHelpText("after", HELP);
  return addRunOptions(command).action(async (selectors: string[]) => {
    const { runTarget } = await import("../run/run-target.ts");
    exit(await runTarget({ selectors, flags: givenFlags(command), env: process.env }));
  });
}
