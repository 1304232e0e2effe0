import { expect, test } from "vitest";
import { mutants } from "../../lib/reference/mutants/mutants.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { idsWith, judgeReference } from "./judge-reference.ts";
import { isWithoutCheck } from "./without-check.ts";

const judged = mutants.filter(({ breaks }) => !isWithoutCheck(breaks));
const kills = new Map<string, string>();
const quickKills = new Set<string>();
const LEAST_QUICK_KILLS = 0.95;

/** What the suite says about a mutant at a depth. */
async function verdictOn(mutant: Mutant, depth: "quick" | "standard") {
  const report = await judgeReference({ mode: mutant.mode ?? "api-key", mutant, depth });
  const caught = [...idsWith(report, "failed"), ...idsWith(report, "warned")].toSorted();
  return { depth, caught, errored: idsWith(report, "errored") };
}

test.for(judged.map((mutant) => [mutant.name, mutant] as const))(
  "%s is caught for what it breaks, and for nothing but its consequences",
  async ([, mutant]) => {
    const { name, breaks, consequences } = mutant;
    const quick = await verdictOn(mutant, "quick");
    if (quick.caught.length > 0) quickKills.add(name);
    const verdict = quick.caught.includes(breaks) ? quick : await verdictOn(mutant, "standard");
    const declared = new Set<string>([breaks, ...consequences.map(({ id }) => id)]);
    kills.set(name, `${verdict.depth}: ${verdict.caught.join(", ")}`);
    expect({
      errored: verdict.errored,
      caught: verdict.caught.includes(breaks),
      undeclared: verdict.caught.filter((id) => !declared.has(id)),
    }).toEqual({ errored: [], caught: true, undeclared: [] });
  },
);

test("every mutant is caught by the same checks as before", async () => {
  const lines = [...kills].map(([name, caught]) => `${name} | ${caught}`).toSorted();
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./kill-matrix.txt");
});

test("nearly all are caught at quick depth", () => {
  expect(quickKills.size / kills.size).toBeGreaterThanOrEqual(LEAST_QUICK_KILLS);
});
