import { inferred, stated } from "../../../lib/api/requirement.ts";
import { operation } from "../../../lib/profile/needs.ts";

export const queryEnvelope = stated("transaction.query-envelope", {
  sections: ["2.3", "4.3"],
  needs: [operation("transaction/query")],
  text: "Transaction query answers with an envelope.",
});

export const detailEnvelope = stated("transaction.detail-envelope", {
  sections: ["2.3", "4.3"],
  needs: [operation("transaction/detail")],
  text: "Transaction detail answers with an envelope.",
});

export const queryFees = stated("transaction.query-fees", {
  sections: ["2.4", "4.3", "9"],
  needs: [operation("transaction/query")],
  text: "The records of transaction query have `fees`.",
});

export const detailFees = stated("transaction.detail-fees", {
  sections: ["2.4", "4.3", "9"],
  needs: [operation("transaction/detail")],
  text: "The record of transaction detail has `fees`.",
});

export const feesInCents = inferred("transaction.fees-in-cents", {
  sections: ["2.4", "9"],
  needs: [operation("transaction/query")],
  text: "`fees` is an integer.",
  because: "Its unit is cents, and amounts in cents are whole.",
});

export const types = stated("transaction.types", {
  sections: ["3.3", "9"],
  needs: [operation("transaction/query")],
  text: "At most nine values of `transactionType` occur, and at most one that the document does not name.",
});

export const statuses = stated("transaction.statuses", {
  sections: ["2.4", "3.3", "9"],
  needs: [operation("transaction/query")],
  text: "At most 23 values of `status` occur in transaction records.",
});

export const needsKey = inferred("transaction.needs-key", {
  sections: ["4.1", "5"],
  needs: [operation("transaction/query")],
  text: "Transaction query and detail are refused without an API key.",
  because: "Requests carry an API key.",
});
