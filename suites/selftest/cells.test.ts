import { expect, test } from "vitest";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { cellMutants, secondMerchantMutants } from "./cells.ts";
import { isInSample, JUDGES_ALL } from "./is-in-sample.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

const LEAST_AT_STANDARD = 0.95;
/** Of so many faults one is judged. */
const STEP = JUDGES_ALL ? 1 : 40;
const judged = cellMutants.filter(({ name }) => isInSample(name, STEP));
const passing: Mutant[] = [];

/** @param selectors default: the area of the requirement, and that of all states */
async function isFound(
  mutant: Mutant,
  depth: "standard" | "deep",
  selectors: readonly string[] = [areaOf(mutant.breaks), "lifecycle"],
): Promise<boolean> {
  const report = await judgeReference({
    mode: mutant.mode ?? "api-key",
    mutant,
    depth,
    selectors,
    until: ({ verdict }) => verdict === "failed",
  });
  return idsWith(report, "failed").length > 0;
}

test.for(judged.map((mutant) => [mutant.name, mutant] as const))(
  "%s: a fault of one cell fails at deep depth at the latest",
  async ([, mutant]) => {
    if (await isFound(mutant, "standard")) return;
    passing.push(mutant);
    expect(await isFound(mutant, "deep")).toBe(true);
  },
);

test.runIf(JUDGES_ALL)("nineteen in twenty of them fail at standard depth", () => {
  expect(1 - passing.length / judged.length).toBeGreaterThanOrEqual(LEAST_AT_STANDARD);
});

const LEAST_OF_THE_SECOND = 0.9;

test(
  "nine in ten faults of the second merchant alone are found at standard depth",
  { timeout: 300_000 },
  async () => {
    let found = 0;
    for (const mutant of secondMerchantMutants) if (await isFound(mutant, "standard", [])) found += 1;
    expect(found / secondMerchantMutants.length).toBeGreaterThanOrEqual(LEAST_OF_THE_SECOND);
  },
);
