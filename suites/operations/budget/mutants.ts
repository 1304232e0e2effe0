import { NonIntegerNumber } from "../../../lib/api/json/json.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import {
  forgettingNonces,
  keyless,
  takingAnyKey,
  takingAnySignature,
  takingKeysInAnyCase,
} from "../faults-credentials.ts";
import { adding, bare, changingMembers, failingAtBodies, inHtml, revealing, truncating } from "../faults.ts";

export const budgetMutants = [
  inHtml("budget/query", "budget.envelope"),
  bare("budget/query", "budget.envelope"),
  truncating("budget/query", "budget.envelope"),
  keyless("budget/query", "budget.needs-key"),
  mutant(
    "sends-used-limit-with-a-fraction",
    "budget.used-limit-in-cents",
    changingMembers("usedLimit", () => new NonIntegerNumber("42000.0")),
  ),
  mutant(
    "sends-an-empty-used-limit",
    "budget.used-limit-in-cents",
    changingMembers("usedLimit", () => ""),
  ),
  mutant(
    "says-whether-a-limit-is-used",
    "budget.used-limit-in-cents",
    changingMembers("usedLimit", (limit) => limit !== 0),
  ),
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
  takingAnyKey("budget/query", "budget.wrong-key"),
  revealing("budget/query", "budget.refusal-reveals-nothing", "the budget B100001"),
  failingAtBodies("budget/query", "budget.envelope"),
  adding("sends-used-limits-of-accounts-in-dollars", "budget.used-limit-in-cents", "account/detail", {
    usedLimit: new NonIntegerNumber("420.5"),
  }),
  takingKeysInAnyCase("budget/query", "budget.wrong-key"),
  takingAnySignature("budget/query", "budget.wrong-signature"),
  forgettingNonces("budget/query", "budget.used-nonce"),
];
