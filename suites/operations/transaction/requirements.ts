import { detailAgrees } from "../../../lib/api/operations/detail-agrees.ts";
import {
  everyMemberNamed,
  everyNamedOperation,
  everyRecord,
  outsideArea,
  recordHasValue,
  recordShows,
  tellsIn,
} from "../../../lib/api/operations/every-call.ts";
import { atMostNineTypes, atMostTwentyThreeStatuses } from "../../../lib/api/operations/word-counts.ts";
import { anInteger, noFraction } from "../../../lib/api/json/form.ts";
import {
  advisory,
  inferred,
  ofAnswers,
  stated,
  credentialRows,
  answersInEnvelopes,
  keepsRecords,
} from "../../../lib/api/operations/requirement.ts";
import { callableOperation, exampleOf } from "../../../lib/profile/needs/needs.ts";

export const queryEnvelope = answersInEnvelopes("transaction/query", "Transaction query");

export const detailEnvelope = answersInEnvelopes("transaction/detail", "Transaction detail");

export const queryFees = stated("transaction.query-fees", {
  sections: ["2.4", "4.3", "9"],
  text: "The records of transaction query have `fees`.",
  ...ofAnswers(
    "transaction/query",
    everyRecord("transaction/query", recordShows("fees", "transaction/query")),
  ),
});

export const detailFees = stated("transaction.detail-fees", {
  sections: ["2.4", "4.3", "9"],
  text: "The record of transaction detail has `fees`.",
  ...ofAnswers(
    "transaction/detail",
    everyRecord("transaction/detail", recordShows("fees", "transaction/detail")),
  ),
});

export const feesHaveAValue = advisory("transaction.fees-have-a-value", {
  sections: ["2.4", "4.3"],
  text: "`fees` of a transaction record is not null.",
  ...ofAnswers("transaction", everyRecord("transaction", recordHasValue("fees")), "transaction/query"),
});

export const feesInCents = inferred("transaction.fees-in-cents", {
  sections: ["2.4", "9"],
  text: "`fees` is an integer.",
  because: "Its unit is cents, and amounts in cents are whole.",
  ...ofAnswers("transaction", everyRecord("transaction", tellsIn("fees", anInteger)), "transaction/query"),
});

export const feesAnywhere = inferred("transaction.fees-anywhere-in-cents", {
  sections: ["2.4", "9"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "`fees` in the answers of other operations is no number with a fraction and no number in a text.",
  because: "Its unit is cents, and amounts in cents are whole.",
  rule: everyNamedOperation(outsideArea("transaction", everyMemberNamed("fees", noFraction))),
  unheard: () => "No answer of another operation contained `fees`.",
});

export const types = stated("transaction.types", {
  sections: ["3.3", "9"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "At most nine values of `transactionType` occur, and at most one that the document does not name.",
  ...atMostNineTypes,
});

export const statuses = stated("transaction.statuses", {
  sections: ["2.4", "3.3", "9"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "At most 23 values of `status` occur in transaction records.",
  ...atMostTwentyThreeStatuses,
});

export const agreesWithQuery = inferred("transaction.detail-agrees", {
  sections: ["2.4", "3.3", "4.3"],
  needs: [exampleOf("transaction/query"), exampleOf("transaction/detail")],
  text: "Transaction detail shows the `fees` and `transactionType` that transaction query shows of the same transaction.",
  because:
    "Both answer with the record of one transaction, which has one type and one amount of fees at a time.",
  check: detailAgrees,
});

export const { needsKey, wrongKey, wrongSignature, usedNonce, refusalReveals } = credentialRows({
  area: "transaction",
  reading: "Transaction query and detail are",
  example: "transaction/query",
});

export const keepsRecordsFromOthers = keepsRecords("transaction", "transaction/detail");
