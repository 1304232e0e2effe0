import { expect, test } from "vitest";
import { pairwiseVariants, randomVariants, singleVariants } from "../../lib/reference/variants/variants.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

const SEED = 1;
const RANDOM_VARIANTS = 40;
const variants = [...singleVariants(), ...pairwiseVariants(SEED), ...randomVariants(SEED, RANDOM_VARIANTS)];

test.for(
  variants.flatMap((variant) =>
    (["api-key", "signed"] as const).map((mode) => [variant.name, mode, variant] as const),
  ),
)("%s in %s mode is not accused", async ([, mode, { choices }]) => {
  const report = await judgeReference({ mode, choices, depth: "quick" });
  expect({ failed: idsWith(report, "failed"), errored: idsWith(report, "errored") }).toEqual({
    failed: [],
    errored: [],
  });
});

test.for(["api-key", "signed"] as const)(
  "the reference in %s mode is conformant in every respect",
  async (mode) => {
    const report = await judgeReference({ mode, depth: "standard" });
    const others = report.checks.filter(({ verdict }) => verdict !== "passed" && verdict !== "inapplicable");
    expect(others).toEqual([]);
  },
);
