import {
  type AreaOperations,
  answersInEnvelopes,
  refusesForgedSignatures,
  refusesUsedNonces,
  refusesWithoutKey,
  refusesWrongKeys,
  refusalsRevealNothing,
} from "../../../lib/api/operations/requirement.ts";
import { lastingOperation, exampleOf } from "../../../lib/profile/needs/needs.ts";

export const binQueryEnvelope = answersInEnvelopes("card.bin-query-envelope", "card/bin/query", {
  named: "Card BIN query",
  needs: exampleOf("card/bin/query"),
});

export const cancelEnvelope = answersInEnvelopes("card.cancel-envelope", "card/cancel", {
  named: "Card cancel",
  needs: lastingOperation("card/cancel"),
});

const OPERATIONS: AreaOperations = {
  area: "card",
  reading: "Card BIN query is",
  lasting: "card cancel",
  example: "card/bin/query",
};

export const needsKey = refusesWithoutKey("card.needs-key", OPERATIONS);
export const wrongKey = refusesWrongKeys("card.wrong-key", OPERATIONS);
export const wrongSignature = refusesForgedSignatures("card.wrong-signature", OPERATIONS);
export const usedNonce = refusesUsedNonces("card.used-nonce", OPERATIONS);
export const refusalReveals = refusalsRevealNothing("card.refusal-reveals-nothing", OPERATIONS);
