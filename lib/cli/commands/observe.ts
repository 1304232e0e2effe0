import { Command, Option } from "commander";
import { addRunOptions, givenFlags } from "../run-options.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
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
    .addHelpText("after", HELP);
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
