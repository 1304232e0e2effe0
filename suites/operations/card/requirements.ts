import { credentialRows, answersInEnvelopes } from "../../../lib/api/operations/requirement.ts";
import { lastingOperation, exampleOf } from "../../../lib/profile/needs/needs.ts";

export const binQueryEnvelope = answersInEnvelopes("card.bin-query-envelope", "card/bin/query", {
  named: "Card BIN query",
  needs: exampleOf("card/bin/query"),
});

export const cancelEnvelope = answersInEnvelopes("card.cancel-envelope", "card/cancel", {
  named: "Card cancel",
  needs: lastingOperation("card/cancel"),
});

export const { needsKey, wrongKey, wrongSignature, usedNonce, refusalReveals } = credentialRows({
  area: "card",
  reading: "Card BIN query is",
  lasting: "card cancel",
  example: "card/bin/query",
});
