import { expect, test } from "vitest";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { isInSample } from "./is-in-sample.ts";
import { type IsWrong, onlyWhere } from "./only-where.ts";

const LEAST = 0.9;

/** The areas in which a rule of one merchant shows nothing of another. Wrong credentials belong to no merchant. */
const AREAS = ["register", "callback-url", "dialects", "query", "disable"];
/** About one mutant in so many is judged. */
const STEP = 12;
/** They cannot be wrong for the second merchant alone: wrong keys belong to no merchant, and one is of the first merchant. */
const NEVER_OF_THE_SECOND = [
  "accepts-any-key-while-disabled",
  "takes-anything-of-the-first-merchant-at-first",
];

const isOfSecond: IsWrong = (call, { authentication }) => {
  const caller = authentication.authenticate(call);
  return !("refused" in caller) && caller.name === call.merchants[1]?.name;
};

/** Requirements that only warn: a mutant of one of them is not a fault. */
const warning = new Set(
  catalogue.requirements.filter(({ level }) => level === "advisory").map(({ id }) => id),
);

/** Some mutants of the areas of one merchant, each wrong for the second merchant alone. */
const secondMerchantMutants: readonly Mutant[] = mutants
  .filter(({ breaks }) => AREAS.includes(areaOf(breaks)) && !warning.has(breaks))
  .filter(({ name }) => !NEVER_OF_THE_SECOND.includes(name) && isInSample(name, STEP))
  .map((mutant) => onlyWhere(mutant, isOfSecond));

test(
  "nine in ten faults of the second merchant alone are found at standard depth",
  { timeout: 300_000 },
  async () => {
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
  },
);
