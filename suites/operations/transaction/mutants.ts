import { NonIntegerNumber } from "../../../lib/api/json.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import { changingMembers, inHtml, keyless } from "../faults.ts";

export const transactionMutants = [
  inHtml("transaction/query", "transaction.query-envelope"),
  inHtml("transaction/detail", "transaction.detail-envelope"),
  mutant(
    "leaves-fees-out",
    "transaction.query-fees",
    changingMembers("fees", () => undefined),
  ),
  mutant("leaves-fees-out-of-details", "transaction.detail-fees", (rules) => ({
    flow: {
      operate: (call, owner) =>
        call.operation === "transaction/detail"
          ? (changingMembers("fees", () => undefined)(rules).flow?.operate ?? rules.flow.operate)(call, owner)
          : rules.flow.operate(call, owner),
    },
  })),
  mutant(
    "sends-fees-in-dollars",
    "transaction.fees-in-cents",
    changingMembers("fees", () => new NonIntegerNumber("1.25")),
  ),
  mutant(
    "sends-fees-as-text",
    "transaction.fees-in-cents",
    changingMembers("fees", () => "125"),
  ),
  mutant(
    "has-two-types-of-its-own",
    "transaction.types",
    changingMembers("transactionType", (type, place) => (place % 2 === 0 ? `Custom ${place % 4}` : type)),
  ),
  mutant("has-24-statuses", "transaction.statuses", (rules) => {
    let statuses = 0;
    return changingMembers("status", () => `Status ${(statuses += 1) % 24}`)(rules);
  }),
  keyless("transaction/query", "transaction.needs-key"),
  keyless("transaction/detail", "transaction.needs-key"),
];
