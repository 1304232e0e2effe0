import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "../../../lib/cli/mutants.ts";
import { areaOf } from "../../../lib/engine/requirement/catalogue.ts";
import { runVerdict } from "../../../lib/engine/settle/run-verdict.ts";
import { mcpAxisNames } from "../../../lib/reference/choices.ts";
import type { Mutant } from "../../../lib/reference/mutant.ts";
import { singleVariants, type Variant } from "../../../lib/reference/variants/variants.ts";
import { isInSample, JUDGES_ALL, numberOf } from "../is-in-sample.ts";
import { isOfMcp, seekMutant, type Surroundings } from "../judge-mutant.ts";
import { idsWith } from "../judge-target.ts";
import { APART } from "../pairs.ts";
import { WAYS } from "./ways.ts";

/** Of so many mutants one is judged behind each way: about 40. */
const BEHIND_EACH_WAY = 33;
/** Of so many mutants one is judged in its further worlds, and all of them with `JUDGES_ALL`. */
const STEP = JUDGES_ALL ? 1 : 42;
/** Register enables no webhook again: each webhook is seen enabled until its first disable, and never after. */
const NEVER_AGAIN: Variant = {
  name: "never-enabled-again",
  choices: { statusAfterReRegister: "kept", statusAfterRegisterOnDisabled: "kept" },
};
const isApart = ({ choices }: Variant) =>
  Object.keys(choices).some((axis) => APART.some((one) => one === axis));
const ofApi = singleVariants().filter((variant) => !isApart(variant));
const ofMcp = singleVariants(mcpAxisNames);

/** Those that show only where events occur are judged in `deliveries.test.ts`. */
const rows = mutants
  .filter(({ breaks }) => areaOf(breaks) !== "delivery")
  .flatMap((mutant) => [
    ...worldsOf(mutant).map(({ name, choices }) => rowOf(mutant, name, { choices })),
    ...WAYS.filter(([way]) => isInSample(`${mutant.name}${way}`, BEHIND_EACH_WAY)).map(([name, front]) =>
      rowOf(mutant, name, { front }),
    ),
  ])
  .filter(([name, world]) => isInSample(`${name}${world}`, STEP));
const PINS = new URL("hidden.txt", import.meta.url);
/** Lines about mutants that are not found. */
const hidden: string[] = [];

test.for(rows)("%s is caught, or pinned as hidden: %s", async ([, world, mutant, surroundings]) => {
  const { isFound, report } = await seekMutant(mutant, surroundings);
  expect(idsWith(report, "errored")).toEqual([]);
  if (!isFound) hidden.push(`${mutant.name} | ${world}: ${runVerdict(report.checks)}`);
});

test.runIf(JUDGES_ALL)("the mutants that a world hides are written", async () => {
  await expect(`${hidden.toSorted().join("\n")}\n`).toMatchFileSnapshot(PINS.pathname);
});

test.skipIf(JUDGES_ALL)("the mutants that a world hides are the same as before", () => {
  const judged = new Set(rows.map(([name, world]) => `${name} | ${world}`));
  const pinned = readFileSync(PINS, "utf8").split("\n");
  expect(hidden.toSorted()).toEqual(
    pinned.filter((line) => judged.has(line.slice(0, line.lastIndexOf(":")))),
  );
});

function rowOf(mutant: Mutant, world: string, surroundings: Surroundings) {
  return [mutant.name, world, mutant, surroundings] as const;
}

/** Two further worlds, drawn by the name of the mutant. */
function worldsOf(mutant: Mutant): readonly Variant[] {
  const number = numberOf(mutant.name);
  if (isOfMcp(mutant)) return [drawn(ofMcp, number), drawn(ofMcp, number + 1)];
  return [NEVER_AGAIN, drawn(ofApi, number)];
}

function drawn(variants: readonly Variant[], number: number): Variant {
  const variant = variants[number % variants.length];
  if (variant === undefined) throw new Error("Cannot draw a variant: the list of variants is empty");
  return variant;
}
