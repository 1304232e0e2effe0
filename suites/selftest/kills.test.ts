import { expect, test } from "vitest";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { isInSample, MUTANT_STEPS } from "./is-in-sample.ts";
import { seekMutant } from "./judge-mutant.ts";
import { idsWith } from "./judge-target.ts";

/** A sample; `mutants.test.ts` judges the others. Those that show only where events occur are judged in `deliveries.test.ts`. */
const judged = mutants.filter(
  ({ name, breaks }) => areaOf(breaks) !== "delivery" && isInSample(name, MUTANT_STEPS.sought),
);

test.for(judged.map((mutant) => [mutant.name, mutant.breaks, mutant] as const))(
  "%s fails %s",
  async ([, , mutant]) => {
    const { isFound, report } = await seekMutant(mutant);
    expect(idsWith(report, "errored")).toEqual([]);
    expect(isFound).toBe(true);
  },
);
