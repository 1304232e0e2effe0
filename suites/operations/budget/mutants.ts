import { NonIntegerNumber } from "../../../lib/api/json.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import { changingMembers, inHtml } from "../faults.ts";

export const budgetMutants = [
  inHtml("budget/query", "budget.envelope"),
  mutant(
    "leaves-used-limit-out",
    "budget.used-limit",
    changingMembers("usedLimit", () => undefined),
  ),
  mutant(
    "sends-used-limit-in-dollars",
    "budget.used-limit-in-cents",
    changingMembers("usedLimit", () => new NonIntegerNumber("420.5")),
  ),
  mutant(
    "sends-used-limit-as-text",
    "budget.used-limit-in-cents",
    changingMembers("usedLimit", () => "42000"),
  ),
];
