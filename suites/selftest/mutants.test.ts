import { expect, test } from "vitest";
import { mutants } from "../../lib/reference/mutants/mutants.ts";
import { idsWith, judgeReference } from "./judge-reference.ts";
import { isWithoutCheck } from "./without-check.ts";

const judged = mutants.filter(({ breaks }) => !isWithoutCheck(breaks));

test.for(judged.map((mutant) => [mutant.name, mutant] as const))(
  "%s is caught, for what it breaks and for nothing else",
  async ([, mutant]) => {
    const { breaks, consequences, mode = "api-key" } = mutant;
    const report = await judgeReference({ mode, mutant, depth: "standard" });
    const caught = [...idsWith(report, "failed"), ...idsWith(report, "warned")];
    const declared = [breaks, ...consequences.map(({ id }) => id)];
    expect(idsWith(report, "errored")).toEqual([]);
    expect(caught.toSorted()).toEqual(declared.toSorted());
  },
);
