import { expect, test } from "vitest";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";
import { secondMerchantMutants } from "./second-merchant.ts";

const LEAST = 0.9;

test("nine in ten faults of the second merchant alone are found at standard depth", async () => {
  const passing: string[] = [];
  for (const mutant of secondMerchantMutants) {
    const report = await judgeReference({
      mode: mutant.mode ?? "api-key",
      mutant,
      depth: "standard",
      until: ({ verdict }) => verdict === "failed",
    });
    if (idsWith(report, "failed").length === 0) passing.push(mutant.name);
  }
  expect(1 - passing.length / secondMerchantMutants.length).toBeGreaterThanOrEqual(LEAST);
  await expect(passing.map((name) => `${name}\n`).join("")).toMatchFileSnapshot("second-merchant.txt");
});
