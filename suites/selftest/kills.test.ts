import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { areaOf } from "../../lib/engine/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { isInSample } from "./is-in-sample.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, type Trial } from "./judge-target.ts";

/** The depth at which each mutant fails, as `mutants.test.ts` has found it. */
const depths = new Map<string, Trial["depth"]>(
  readFileSync(new URL("kill-matrix.txt", import.meta.url), "utf8")
    .split("\n")
    .map((line) => [line.split(" ")[0] ?? "", line.includes("| standard") ? "standard" : "quick"]),
);
/** About one mutant in so many is judged here, and all of them in `mutants.test.ts`. */
const STEP = 4;
/** Those that show only where events occur are judged in `deliveries.test.ts`. */
const judged = mutants.filter(({ name, breaks }) => areaOf(breaks) !== "delivery" && isInSample(name, STEP));

/** Whether the check of the broken requirement finds the mutant, when these rows run. A run ends there. */
async function isFound({ breaks, ...mutant }: Mutant, selectors: readonly string[]): Promise<boolean> {
  const isFoundBy = ({ requirement, verdict }: { requirement: string; verdict: string }) =>
    requirement === breaks && ["failed", "warned"].includes(verdict);
  const report = await judgeReference({
    mode: mutant.mode ?? "api-key",
    mutant: { breaks, ...mutant },
    depth: depths.get(mutant.name) ?? "standard",
    mcp: catalogue.groups.get(areaOf(breaks)) === "mcp",
    selectors,
    until: isFoundBy,
  });
  expect(idsWith(report, "errored")).toEqual([]);
  return report.checks.some(isFoundBy);
}

test.for(judged.map((mutant) => [mutant.name, mutant.breaks, mutant] as const))(
  "%s fails %s",
  async ([, breaks, mutant]) => {
    const isFoundBySome = (await isFound(mutant, [breaks])) || (await isFound(mutant, []));
    expect(isFoundBySome).toBe(true);
  },
);
