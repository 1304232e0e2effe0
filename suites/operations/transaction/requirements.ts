import { keepsFromOthers } from "../../../lib/api/operations/keeps-from-others.ts";
import { detailAgrees } from "../../../lib/api/operations/detail-agrees.ts";
import {
  answersWithAnEnvelope,
  everyAnswerOf,
  everyMemberNamed,
  everyNamedOperation,
  everyRecord,
  outsideArea,
  recordHasValue,
  recordShows,
  tellsIn,
} from "../../../lib/api/operations/every-call.ts";
import { judgedByAsking } from "../../../lib/api/operations/judged-by-asking.ts";
import { operationRevealsNothing } from "../../../lib/api/operations/reveals-nothing.ts";
import { refusesForgedSignatures, refusesUsedNonces } from "../../../lib/api/operations/wrong-signatures.ts";
import { claimsSignature, claimsSingleUse } from "../../../lib/profile/bindings.ts";
import { refusesWithoutKey, refusesWrongKeys } from "../../../lib/api/operations/refuses.ts";
import { atMostNineTypes, atMostTwentyThreeStatuses } from "../../../lib/api/operations/word-counts.ts";
import { anInteger, noFraction } from "../../../lib/api/json/form.ts";
import { advisory, inferred, stated } from "../../../lib/api/operations/requirement.ts";
import { callableOperation, exampleOf, secondMerchant } from "../../../lib/profile/needs.ts";

export const queryEnvelope = stated("transaction.query-envelope", {
  sections: ["2.3", "4.3"],
  needs: [exampleOf("transaction/query")],
  text: "Transaction query answers with an envelope.",
  rule: everyAnswerOf("transaction/query", answersWithAnEnvelope),
  ...judgedByAsking("transaction/query"),
});

export const detailEnvelope = stated("transaction.detail-envelope", {
  sections: ["2.3", "4.3"],
  needs: [exampleOf("transaction/detail")],
  text: "Transaction detail answers with an envelope.",
  rule: everyAnswerOf("transaction/detail", answersWithAnEnvelope),
  ...judgedByAsking("transaction/detail"),
});

export const queryFees = stated("transaction.query-fees", {
  sections: ["2.4", "4.3", "9"],
  needs: [exampleOf("transaction/query")],
  text: "The records of transaction query have `fees`.",
  rule: everyRecord("transaction/query", recordShows("fees")),
  ...judgedByAsking("transaction/query"),
});

export const detailFees = stated("transaction.detail-fees", {
  sections: ["2.4", "4.3", "9"],
  needs: [exampleOf("transaction/detail")],
  text: "The record of transaction detail has `fees`.",
  rule: everyRecord("transaction/detail", recordShows("fees")),
  ...judgedByAsking("transaction/detail"),
});

export const feesHaveAValue = advisory("transaction.fees-have-a-value", {
  sections: ["2.4", "4.3"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "`fees` of a transaction record is not null.",
  rule: everyRecord("transaction", recordHasValue("fees")),
  ...judgedByAsking("transaction"),
});

export const feesInCents = inferred("transaction.fees-in-cents", {
  sections: ["2.4", "9"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "`fees` is an integer.",
  because: "Its unit is cents, and amounts in cents are whole.",
  rule: everyRecord("transaction", tellsIn("fees", anInteger)),
  ...judgedByAsking("transaction"),
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

export const needsKey = inferred("transaction.needs-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "Transaction query and detail are refused without an API key.",
  because: "Requests carry an API key.",
  check: refusesWithoutKey("transaction"),
});

export const keepsRecordsFromOthers = advisory("transaction.own-records", {
  sections: ["1", "4.3"],
  needs: [exampleOf("transaction/detail"), secondMerchant],
  text: "A record of one merchant is not shown to another who asks for it by its id.",
  check: keepsFromOthers("transaction"),
});

export const wrongKey = inferred("transaction.wrong-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "Transaction query and detail are refused with a key that is unknown, empty, truncated, extended, changed, or in other letter case.",
  because: "A key that is not the merchant's gives access to nothing.",
  check: refusesWrongKeys("transaction"),
});

export const wrongSignature = inferred("transaction.wrong-signature", {
  sections: ["4.1", "5"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "Transaction query and detail are refused with a signature that is wrong or absent.",
  because: "Requests carry a signature, and the deployment claims to verify it: of every request.",
  binds: claimsSignature,
  check: refusesForgedSignatures("transaction"),
});

export const usedNonce = inferred("transaction.used-nonce", {
  sections: ["4.1", "5"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "Transaction query and detail are refused when an accepted call is sent again with its nonce.",
  because: "The nonce is unique for the request, and the deployment claims to accept each only once.",
  binds: claimsSingleUse,
  check: refusesUsedNonces("transaction"),
});

export const refusalReveals = inferred("transaction.refusal-reveals-nothing", {
  sections: ["4.1", "5"],
  needs: [callableOperation("transaction", "transaction/query")],
  text: "A refusal for wrong credentials shows nothing of what the call shows to the merchant.",
  because: "Access takes a key, and a refusal that shows data gives access to them.",
  check: operationRevealsNothing("transaction"),
});
