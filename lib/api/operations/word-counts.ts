import type { Rule, RuleFinding } from "../../engine/requirement/requirement.ts";
import { Violation } from "../../engine/record/verdict.ts";
import type { OperationsMoment } from "./operations-moment.ts";
import { broken, KEPT, NOTHING } from "../exchange/rule-findings.ts";
import { everyCall } from "./every-call.ts";
import { judgedByAsking } from "./judged-by-asking.ts";
import { type TransactionField, valueOfField } from "./value-of-field.ts";
import { countTypes, MAX_STATUSES, MAX_TYPES, unnamedTypes, type Vocabulary } from "./vocabulary.ts";

/** Decides a requirement about the values of all records. */
type Counting = ReturnType<typeof judgedByAsking> & { readonly rule: Rule<OperationsMoment> };

/** Nine types over all records so far, and of those that section 3.3 does not name one at most. */
export const atMostNineTypes = counting("transactionType", (seen) => {
  const unnamed = unnamedTypes(seen);
  if (unnamed.length > 1)
    return broken(
      "at most one `transactionType` that the document does not name",
      told(unnamed, seen.earlier?.types),
    );
  const count = countTypes(seen);
  return count > MAX_TYPES
    ? broken("at most nine values of `transactionType`", told(seen.types, seen.earlier?.types))
    : KEPT;
});

/** 23 statuses over all records so far. */
export const atMostTwentyThreeStatuses = counting("status", ({ statuses, earlier }) =>
  statuses.length > MAX_STATUSES
    ? broken("at most 23 values of `status`", `${statuses.length}: ${told(statuses, earlier?.statuses)}`)
    : KEPT,
);

function told(values: readonly string[], earlier: readonly string[] = []): string {
  const remembered = values.filter((value) => earlier.includes(value)).length;
  const where = remembered === 0 ? "" : ` (${remembered} of them known from earlier runs, in history.jsonl)`;
  return `${values.join(", ")}${where}`;
}

/** Heard with each answer; and decided in the end, since a check may explain what was heard during it. */
function counting(name: TransactionField, judge: (seen: Vocabulary) => readonly RuleFinding[]): Counting {
  const { hear } = everyCall("transaction", (_, { records, vocabulary }) =>
    records.some((record) => valueOfField(record, name) !== undefined) ? judge(vocabulary) : NOTHING,
  );
  const { check, silence } = judgedByAsking("transaction");
  return {
    rule: { byItself: false, hear },
    silence,
    check: async (context) => {
      await check(context);
      for (const { broken: evidence } of judge(context.operations.vocabulary))
        if (evidence !== undefined) throw new Violation(evidence);
    },
  };
}
