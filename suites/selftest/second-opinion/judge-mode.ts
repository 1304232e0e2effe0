import { expect, test } from "vitest";
import { runVerdict } from "../../../lib/engine/run-verdict.ts";
import { idsWith } from "../judge-target.ts";
import { CHOICES, FAULTS } from "./catalogue.ts";
import { faultLine, type FaultVerdict, faultVerdict } from "./fault-verdict.ts";
import { ACCUSED_CHOICES, UNDECIDED_CHOICES } from "./imperfect-choices.ts";
import { isOf, judgeVariation } from "./judge-variation.ts";
import type { Fault, Mode } from "./types.ts";

interface ChoiceVerdict {
  readonly name: string;
  readonly verdict: string;
  readonly failed: readonly string[];
  readonly undecided: readonly string[];
}

interface Opinion {
  readonly mode: Mode;
  readonly faults: (FaultVerdict & Pick<Fault, "name">)[];
  readonly choices: ChoiceVerdict[];
}

/** Some areas have no checks yet. */
const CONFORMS = "conformant-partial";

/** Judges the server as it is, and every choice and fault of it that shows in a mode. */
export function judgeMode(mode: Mode): void {
  const opinion: Opinion = { mode, faults: [], choices: [] };

  test("the server as it is conforms", async () => {
    expect(runVerdict((await judgeVariation(undefined, mode)).checks)).toBe(CONFORMS);
  });
  judgeChoices(opinion);
  judgeFaults(opinion);
  test("the verdicts are the same as before", async () => {
    await expect(faultLines(opinion)).toMatchFileSnapshot(`./faults.${mode}.txt`);
    await expect(choiceLines(opinion)).toMatchFileSnapshot(`./choices.${mode}.txt`);
  });
}

function judgeChoices(opinion: Opinion): void {
  const choices = CHOICES.filter(isOf(opinion.mode));
  test.for(choices.map((choice) => [choice.name, choice] as const))(
    "the choice %s is not accused",
    async ([name, choice]) => {
      const report = await judgeVariation(choice, opinion.mode);
      const verdict = runVerdict(report.checks);
      const [failed, undecided] = [idsWith(report, "failed"), idsWith(report, "inconclusive")];
      opinion.choices.push({ name, verdict, failed, undecided });
      expect({ errored: idsWith(report, "errored"), cause: report.cause }).toEqual({ errored: [] });
      expect({ failed: failed.length > 0, undecided: verdict === "incomplete" }).toEqual({
        failed: Object.hasOwn(ACCUSED_CHOICES, name),
        undecided: Object.hasOwn(UNDECIDED_CHOICES, name),
      });
    },
  );
}

function judgeFaults(opinion: Opinion): void {
  const faults = FAULTS.filter(isOf(opinion.mode));
  test.for(faults.map((fault) => [fault.name, fault] as const))(
    "the suite comes to a verdict on the fault %s",
    async ([name, fault]) => {
      const verdict = await faultVerdict(fault, opinion.mode);
      const { errored, isTooLong } = verdict;
      opinion.faults.push({ name, ...verdict });
      expect({ errored, isTooLong }).toEqual({ errored: [], isTooLong: false });
    },
  );
}

function faultLines({ faults }: Opinion): string {
  return text(faults.map(faultLine));
}

/** Only those against which something is to be said. */
function choiceLines({ choices }: Opinion): string {
  return text(
    choices
      .filter(({ verdict }) => verdict !== CONFORMS)
      .map(
        ({ name, verdict, failed, undecided }) =>
          `${name} | ${verdict}: ${[...failed, ...undecided].join(", ")}`,
      ),
  );
}

function text(lines: readonly string[]): string {
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
