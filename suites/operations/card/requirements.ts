import { credentialRows, answersInEnvelopes } from "../../../lib/api/operations/requirement.ts";

export const binQueryEnvelope = answersInEnvelopes("card/bin/query", "Card BIN query");

export const cancelEnvelope = answersInEnvelopes("card/cancel", "Card cancel");

export const { needsKey, wrongKey, wrongSignature, usedNonce, refusalReveals } = credentialRows({
  area: "card",
  reading: "Card BIN query is",
  lasting: "card cancel",
  example: "card/bin/query",
});
