/** Answers of the operations that the document only names: it shows neither their requests nor their answers (§2.4, §3.3, §4.3). */
export const namedOperationAxes = {
  /** `empty`: their lists hold nothing; `refused`: none of them is available to the merchant. */
  namedOperations: ["records", "empty", "refused"],
  /** Where the records of a list stand in `data`; `array`: `data` is the list; `beside-sums`: with a sum for each type. */
  recordsAt: ["list", "records", "nested", "array", "by-day", "beside-sums"],
  /** The one record of a detail: `data` itself, or a member of it, with others like it in a list beside it. */
  detailAt: ["data", "member", "beside-others"],
  /** `in-parts`: what a transaction is, and its amounts, are objects of their own. */
  transactionForm: ["flat", "in-parts"],
  /** Members of a list that describe its pages. */
  paging: ["total", "cursor", "none"],
  recordIds: ["by-kind", "id", "number"],
  typeSpelling: ["as-named", "upper-snake", "camel"],
  ninthType: ["Adjustment", "named-like-others", "never"],
  frozenAmount: ["cents", "decimal-text", "decimal"],
  cents: ["small", "beyond-2^53"],
  /** The answer to an operation on an unknown id. */
  unknownRecord: ["refused", "null-data", "empty-object"],
} as const;
