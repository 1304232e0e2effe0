import { credentialRows, answersInEnvelopes, keepsRecords } from "../../../lib/api/operations/requirement.ts";

export const detailEnvelope = answersInEnvelopes("account/detail", "Account detail");

export const transferEnvelope = answersInEnvelopes("account/transfer", "Account transfer");

export const { needsKey, wrongKey, wrongSignature, usedNonce, refusalReveals } = credentialRows({
  area: "account",
  reading: "Account detail is",
  lasting: "account transfer",
  example: "account/detail",
});

export const keepsRecordsFromOthers = keepsRecords("account", "account/detail");
