import { credentialRows, answersInEnvelopes, keepsRecords } from "../../../lib/api/operations/requirement.ts";
import { lastingOperation, exampleOf } from "../../../lib/profile/needs/needs.ts";

export const detailEnvelope = answersInEnvelopes("account.detail-envelope", "account/detail", {
  named: "Account detail",
  needs: exampleOf("account/detail"),
});

export const transferEnvelope = answersInEnvelopes("account.transfer-envelope", "account/transfer", {
  named: "Account transfer",
  needs: lastingOperation("account/transfer"),
});

export const { needsKey, wrongKey, wrongSignature, usedNonce, refusalReveals } = credentialRows({
  area: "account",
  reading: "Account detail is",
  lasting: "account transfer",
  example: "account/detail",
});

export const keepsRecordsFromOthers = keepsRecords(
  "account.own-records",
  "account",
  exampleOf("account/detail"),
);
