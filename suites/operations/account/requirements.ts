import { keepsFromOthers } from "../../../lib/api/operations/keeps-from-others.ts";
import { answersWithAnEnvelope, everyAnswerOf } from "../../../lib/api/operations/every-call.ts";
import { judgedByAsking } from "../../../lib/api/operations/judged-by-asking.ts";
import { operationRevealsNothing } from "../../../lib/api/operations/reveals-nothing.ts";
import { refusesForgedSignatures, refusesUsedNonces } from "../../../lib/api/operations/wrong-signatures.ts";
import { claimsSignature, claimsSingleUse } from "../../../lib/profile/bindings.ts";
import { refusesWithoutKey, refusesWrongKeys } from "../../../lib/api/operations/refuses.ts";
import { advisory, inferred, stated } from "../../../lib/api/operations/requirement.ts";
import {
  callableOperation,
  lastingOperation,
  exampleOf,
  secondMerchant,
} from "../../../lib/profile/needs.ts";

export const detailEnvelope = stated("account.detail-envelope", {
  sections: ["2.3", "4.3"],
  needs: [exampleOf("account/detail")],
  text: "Account detail answers with an envelope.",
  rule: everyAnswerOf("account/detail", answersWithAnEnvelope),
  ...judgedByAsking("account/detail"),
});

export const transferEnvelope = stated("account.transfer-envelope", {
  sections: ["2.3", "4.3"],
  needs: [lastingOperation("account/transfer")],
  text: "Account transfer answers with an envelope.",
  rule: everyAnswerOf("account/transfer", answersWithAnEnvelope),
  ...judgedByAsking("account/transfer"),
});

export const needsKey = inferred("account.needs-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("account", "account/detail")],
  text: "Account detail and transfer are refused without an API key.",
  because: "Requests carry an API key.",
  check: refusesWithoutKey("account"),
});

export const keepsRecordsFromOthers = advisory("account.own-records", {
  sections: ["1", "4.3"],
  needs: [exampleOf("account/detail"), secondMerchant],
  text: "A record of one merchant is not shown to another who asks for it by its id.",
  check: keepsFromOthers("account"),
});

export const wrongKey = inferred("account.wrong-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("account", "account/detail")],
  text: "Account detail is refused with a key that is unknown, empty, truncated, extended, changed, or in other letter case; account transfer with a key that is unknown.",
  because: "A key that is not the merchant's gives access to nothing.",
  check: refusesWrongKeys("account"),
});

export const wrongSignature = inferred("account.wrong-signature", {
  sections: ["4.1", "5"],
  needs: [callableOperation("account", "account/detail")],
  text: "Account detail is refused with a signature that is wrong or absent; account transfer with one that is wrong.",
  because: "Requests carry a signature, and the deployment claims to verify it: of every request.",
  binds: claimsSignature,
  check: refusesForgedSignatures("account"),
});

export const usedNonce = inferred("account.used-nonce", {
  sections: ["4.1", "5"],
  needs: [callableOperation("account", "account/detail")],
  text: "Account detail is refused when an accepted call is sent again with its nonce.",
  because: "The nonce is unique for the request, and the deployment claims to accept each only once.",
  binds: claimsSingleUse,
  check: refusesUsedNonces("account"),
});

export const refusalReveals = inferred("account.refusal-reveals-nothing", {
  sections: ["4.1", "5"],
  needs: [callableOperation("account", "account/detail")],
  text: "A refusal for wrong credentials shows nothing of what the call shows to the merchant.",
  because: "Access takes a key, and a refusal that shows data gives access to them.",
  check: operationRevealsNothing("account"),
});
