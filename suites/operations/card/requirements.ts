import { answersWithAnEnvelope, everyAnswerOf } from "../../../lib/api/operations/every-call.ts";
import { judgedByAsking } from "../../../lib/api/operations/judged-by-asking.ts";
import { operationRevealsNothing } from "../../../lib/api/operations/reveals-nothing.ts";
import { refusesForgedSignatures, refusesUsedNonces } from "../../../lib/api/operations/wrong-signatures.ts";
import { claimsSignature, claimsSingleUse } from "../../../lib/profile/bindings.ts";
import { refusesWithoutKey, refusesWrongKeys } from "../../../lib/api/operations/refuses.ts";
import { inferred, stated } from "../../../lib/api/operations/requirement.ts";
import { callableOperation, lastingOperation, exampleOf } from "../../../lib/profile/needs.ts";

export const binQueryEnvelope = stated("card.bin-query-envelope", {
  sections: ["2.3", "4.3"],
  needs: [exampleOf("card/bin/query")],
  text: "Card BIN query answers with an envelope.",
  rule: everyAnswerOf("card/bin/query", answersWithAnEnvelope),
  ...judgedByAsking("card/bin/query"),
});

export const cancelEnvelope = stated("card.cancel-envelope", {
  sections: ["2.3", "4.3"],
  needs: [lastingOperation("card/cancel")],
  text: "Card cancel answers with an envelope.",
  rule: everyAnswerOf("card/cancel", answersWithAnEnvelope),
  ...judgedByAsking("card/cancel"),
});

export const needsKey = inferred("card.needs-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("card", "card/bin/query")],
  text: "Card BIN query and card cancel are refused without an API key.",
  because: "Requests carry an API key.",
  check: refusesWithoutKey("card"),
});

export const wrongKey = inferred("card.wrong-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("card", "card/bin/query")],
  text: "Card BIN query is refused with a key that is unknown, empty, truncated, extended, changed, or in other letter case; card cancel with a key that is unknown.",
  because: "A key that is not the merchant's gives access to nothing.",
  check: refusesWrongKeys("card"),
});

export const wrongSignature = inferred("card.wrong-signature", {
  sections: ["4.1", "5"],
  needs: [callableOperation("card", "card/bin/query")],
  text: "Card BIN query is refused with a signature that is wrong or absent; card cancel with one that is wrong.",
  because: "Requests carry a signature, and the deployment claims to verify it: of every request.",
  binds: claimsSignature,
  check: refusesForgedSignatures("card"),
});

export const usedNonce = inferred("card.used-nonce", {
  sections: ["4.1", "5"],
  needs: [callableOperation("card", "card/bin/query")],
  text: "Card BIN query is refused when an accepted call is sent again with its nonce.",
  because: "The nonce is unique for the request, and the deployment claims to accept each only once.",
  binds: claimsSingleUse,
  check: refusesUsedNonces("card"),
});

export const refusalReveals = inferred("card.refusal-reveals-nothing", {
  sections: ["4.1", "5"],
  needs: [callableOperation("card", "card/bin/query")],
  text: "A refusal for wrong credentials shows nothing of what the call shows to the merchant.",
  because: "Access takes a key, and a refusal that shows data gives access to them.",
  check: operationRevealsNothing("card"),
});
