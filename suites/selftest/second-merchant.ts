import { catalogue } from "../../lib/cli/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { areaOf } from "../../lib/engine/catalogue.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { type IsWrong, onlyWhere } from "./only-where.ts";

/** The areas in which a rule of one merchant shows nothing of another. Wrong credentials belong to no merchant. */
const AREAS = ["register", "callback-url", "dialects", "query", "disable"];
/** One mutant in so many is judged. */
const STEP = 8;
/** It is wrong for requests without a valid key, which belong to no merchant. */
const WITHOUT_AN_OWNER = ["accepts-any-key-while-disabled"];

const isOfSecond: IsWrong = (call, { authentication }) => {
  const caller = authentication.authenticate(call);
  return !("refused" in caller) && caller.name === call.merchants[1]?.name;
};

/** Requirements that only warn: a mutant of one of them is not a fault. */
const warning = new Set(
  catalogue.requirements.filter(({ level }) => level === "advisory").map(({ id }) => id),
);

/** Some mutants of the areas of one merchant, each wrong for the second merchant alone. */
export const secondMerchantMutants: readonly Mutant[] = mutants
  .filter(({ breaks }) => AREAS.includes(areaOf(breaks)) && !warning.has(breaks))
  .filter(({ name }) => !WITHOUT_AN_OWNER.includes(name))
  .filter((_mutant, index) => index % STEP === 0)
  .map((mutant) => onlyWhere(mutant, isOfSecond));
