import { expect, test } from "vitest";
import { runVerdict } from "../../../lib/run-verdict.ts";
import { idsWith } from "../judge-target.ts";
import { type Part, writePart } from "../proof/parts.ts";
import { stopwatch } from "../proof/stopwatch.ts";
import { CHOICES, FAULTS } from "./catalogue.ts";
import { faultVerdict } from "./fault-verdict.ts";
import { ACCUSED_CHOICES, UNDECIDED_CHOICES } from "./imperfect-choices.ts";
import { isOf, judgeVariation } from "./judge-variation.ts";
import type { Mode } from "./types.ts";

/** Some areas have no checks yet. */
const CONFORMS = "conformant-partial";

type Opinion = Part<"second-opinion-signed">;

/** Judges the server as it is, and every choice and fault of it that shows in a mode. */
export function judgeMode(mode: Mode): void {
  const opinion: Opinion = { mode, requests: 0, seconds: 0, faults: [], choices: [] };
  const elapsed = stopwatch();
  const choices = CHOICES.filter(isOf(mode));
  const faults = FAULTS.filter(isOf(mode));

  test("the server as it is conforms", async () => {
    expect(runVerdict((await judgeVariation(undefined, mode)).checks)).toBe(CONFORMS);
  });

  test.for(choices.map((choice) => [choice.name, choice] as const))(
    "the choice %s is not accused",
    async ([name, choice]) => {
      const report = await judgeVariation(choice, mode);
      const verdict = runVerdict(report.checks);
      const [failed, undecided] = [idsWith(report, "failed"), idsWith(report, "inconclusive")];
      opinion.requests += report.requests;
      opinion.choices.push({ name, verdict, failed, undecided });
      expect({ errored: idsWith(report, "errored"), obstacle: report.obstacle }).toEqual({ errored: [] });
      expect({ failed: failed.length > 0, undecided: verdict === "incomplete" }).toEqual({
        failed: Object.hasOwn(ACCUSED_CHOICES, name),
        undecided: Object.hasOwn(UNDECIDED_CHOICES, name),
      });
    },
  );

  test.for(faults.map((fault) => [fault.name, fault] as const))(
    "the suite comes to a verdict on the fault %s",
    async ([name, fault]) => {
      const { requests, errored, ...found } = await faultVerdict(fault, mode);
      opinion.requests += requests;
      opinion.faults.push({ name, ...found, failed: [...found.failed] });
      expect(errored).toEqual([]);
    },
  );

  test("the verdicts are the same as before", async () => {
    writePart(`second-opinion-${mode}`, { ...opinion, seconds: elapsed() });
    const ofFaults = opinion.faults.map(
      ({ name, depth, verdict, failed }) => `${name} | ${depth} ${verdict}: ${failed.join(", ")}`,
    );
    const ofChoices = opinion.choices
      .filter(({ verdict }) => verdict !== CONFORMS)
      .map(
        ({ name, verdict, failed, undecided }) =>
          `${name} | ${verdict}: ${[...failed, ...undecided].join(", ")}`,
      );
    await expect(text(ofFaults)).toMatchFileSnapshot(`./faults.${mode}.txt`);
    await expect(text(ofChoices)).toMatchFileSnapshot(`./choices.${mode}.txt`);
  });
}

function text(lines: readonly string[]): string {
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
