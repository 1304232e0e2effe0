import { expect, test } from "vitest";
import { pairwiseVariants, randomVariants, singleVariants } from "../../lib/reference/variants/variants.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";
import { type Part, writePart } from "./proof/parts.ts";
import { stopwatch } from "./proof/stopwatch.ts";

const SEED = 1;
const RANDOM_VARIANTS = 40;
/** What is never returned cannot be judged; of combinations, none is without something left out. */
const LEAVES_OUT = /^(omittedFields|msg|message)=|^(pairwise|random)-/;
const variants = [...singleVariants(), ...pairwiseVariants(SEED), ...randomVariants(SEED, RANDOM_VARIANTS)];
const modes = ["api-key", "signed"] as const;
const judged: Part<"variants">["judged"] = [];
const elapsed = stopwatch();
let requests = 0;

test.for(variants.flatMap((variant) => modes.map((mode) => [variant.name, mode, variant] as const)))(
  "%s in %s mode is not accused",
  async ([name, mode, { choices }]) => {
    const report = await judgeReference({ mode, choices, depth: "quick" });
    requests += report.requests;
    const accusedOf = [...idsWith(report, "failed"), ...idsWith(report, "errored")];
    const undecided = idsWith(report, "inconclusive");
    judged.push({ variant: name, mode, choices: inWords(choices), accusedOf, undecided });
    const { obstacle } = report;
    expect({ obstacle, accusedOf, undecided: LEAVES_OUT.test(name) ? [] : undecided }).toEqual({
      obstacle: undefined,
      accusedOf: [],
      undecided: [],
    });
  },
);

test.for(modes)("the reference in %s mode is conformant in every respect", async (mode) => {
  const report = await judgeReference({ mode, depth: "standard" });
  const others = report.checks.filter(({ verdict }) => verdict !== "passed" && verdict !== "inapplicable");
  expect(others).toEqual([]);
});

test("all that were judged are part of the proof", () => {
  expect(judged).toHaveLength(variants.length * modes.length);
  writePart("variants", { judged, requests, seconds: elapsed() });
});

function inWords(choices: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([axis, value]) => [axis, String(value)]));
}
