import { NonIntegerNumber } from "../../../lib/api/json/json.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { adding, changingMembers, READING, ENVELOPE, mutantsOf } from "../faults.ts";

export const budgetMutants = [
  ...mutantsOf({
    area: "budget",
    operation: "budget/query",
    faults: [...ENVELOPE, ...READING],
    reveals: "the budget B100001",
  }),
  ...toMutants({
    "budget.used-limit-in-cents": {
      "sends-used-limit-with-a-fraction": changingMembers("usedLimit", () => new NonIntegerNumber("42000.0")),
      "sends-an-empty-used-limit": changingMembers("usedLimit", () => ""),
      "says-whether-a-limit-is-used": changingMembers("usedLimit", (limit) => limit !== 0),
      "sends-used-limit-in-dollars": changingMembers("usedLimit", () => new NonIntegerNumber("420.5")),
      "sends-used-limit-as-text": changingMembers("usedLimit", () => "42000"),
      "sends-used-limits-of-accounts-in-dollars": adding("account/detail", {
        usedLimit: new NonIntegerNumber("420.5"),
      }),
    },
    "budget.used-limit": {
      "leaves-used-limit-out": changingMembers("usedLimit", () => undefined),
    },
  }),
];
