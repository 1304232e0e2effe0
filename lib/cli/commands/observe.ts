import { Command, Option } from "commander";
import { addRunOptions, givenFlags } from "../run-options.ts";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
Half of the API document says "not shown". A target may do anything there: the suite records it and does not fail it.
Quick depth shows what needs no requests of its own; observe raises it to standard. The target is put back at the end.

--pin writes what was observed into a profile, comments kept; from then on a run checks it. A pin may be shortened by
hand: of an object, only the members that it names are compared. What varies is not pinned.

The results are written to <out>/observations.json; compare reads them.
Exit codes: 0; 2, 4, 5 and 130 as for run.

Examples:
  ${OWN} observe                                        the embedded reference
  ${OWN} observe callback-url --profile ./sandbox.yaml
  ${OWN} observe envelope.success-code --profile ./sandbox.yaml --pin
  ${OWN} observe --profile ./sandbox.yaml --pin --pin-into ./ours.yaml
`;

/** `observe`: what a target does where the document is silent. */
export function observeCommand(exit: (code: number) => void): Command {
  const command = new Command("observe")
    .summary("see what a target does where the document is silent")
    .description(
      "Shows what a target does where the API document is silent, beside the sections of the document.",
    )
    .argument("[selector...]", "what to observe; everything, when absent")
    .addOption(
      new Option("--pin [selector...]", "write what was observed, or a selection of it, into the profile"),
    )
    .addOption(
      new Option("--pin-into <file>", "the profile to write into, when it is another one than was observed"),
    )
    .addHelpText("after", HELP);
  return addRunOptions(command).action(
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
