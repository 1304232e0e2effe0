import { NonIntegerNumber } from "../../../lib/api/json/json.ts";
import { only, toMutants } from "../../../lib/reference/mutant.ts";
import {
  forgettingNonces,
  keyless,
  takingAnyKey,
  takingAnySignature,
  takingKeysInAnyCase,
} from "../faults-credentials.ts";
import { adding, bare, changingMembers, failingAtBodies, inHtml, revealing, truncating } from "../faults.ts";

export const budgetMutants = toMutants({
  "budget.envelope": {
    "answers-budget-query-in-html": inHtml("budget/query"),
    "answers-budget-query-in-a-list": bare("budget/query"),
    "cuts-budget-query-off": truncating("budget/query"),
    "answers-cut-bodies-of-budget-query-in-html": failingAtBodies("budget/query"),
  },
  "budget.needs-key": {
    "needs-no-key-for-budget-query": keyless("budget/query"),
  },
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
  "budget.wrong-key": {
    "takes-any-key-for-budget-query": takingAnyKey("budget/query"),
    "ignores-the-letter-case-of-keys-for-budget-query": takingKeysInAnyCase("budget/query"),
  },
  "budget.refusal-reveals-nothing": {
    "tells-of-budget-query-when-it-refuses": revealing("budget/query", "the budget B100001"),
  },
  "budget.wrong-signature": {
    "takes-any-signature-for-budget-query": only({ mode: "signed" }, takingAnySignature("budget/query")),
  },
  "budget.used-nonce": {
    "forgets-nonces-of-budget-query": only({ mode: "signed" }, forgettingNonces("budget/query")),
  },
});
