import {
  type AreaOperations,
  answersInEnvelopes,
  keepsRecords,
  refusesForgedSignatures,
  refusesUsedNonces,
  refusesWithoutKey,
  refusesWrongKeys,
  refusalsRevealNothing,
} from "../../../lib/api/operations/requirement.ts";
import { lastingOperation, exampleOf } from "../../../lib/profile/needs/needs.ts";

export const detailEnvelope = answersInEnvelopes("account.detail-envelope", "account/detail", {
  named: "Account detail",
  needs: exampleOf("account/detail"),
});

export const transferEnvelope = answersInEnvelopes("account.transfer-envelope", "account/transfer", {
  named: "Account transfer",
  needs: lastingOperation("account/transfer"),
});

const OPERATIONS: AreaOperations = {
  area: "account",
  reading: "Account detail is",
  lasting: "account transfer",
  example: "account/detail",
};

export const needsKey = refusesWithoutKey("account.needs-key", OPERATIONS);
export const keepsRecordsFromOthers = keepsRecords(
  "account.own-records",
  "account",
  exampleOf("account/detail"),
);
export const wrongKey = refusesWrongKeys("account.wrong-key", OPERATIONS);
export const wrongSignature = refusesForgedSignatures("account.wrong-signature", OPERATIONS);
export const usedNonce = refusesUsedNonces("account.used-nonce", OPERATIONS);
export const refusalReveals = refusalsRevealNothing("account.refusal-reveals-nothing", OPERATIONS);
