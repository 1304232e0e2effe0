import { keepsFromOthers } from "../../../lib/api/operations/keeps-from-others.ts";
import {
  answersWithAnEnvelope,
  everyAnswerOf,
  everyCall,
  everyMemberNamed,
  everyNamedOperation,
  showsMember,
} from "../../../lib/api/operations/every-call.ts";
import { anAmount } from "../../../lib/api/json/form.ts";
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

export const switchProviderEnvelope = stated("sub-account.switch-provider-envelope", {
  sections: ["2.3", "4.3"],
  needs: [lastingOperation("sub-account/switch-provider")],
  text: "Sub-account switch-provider answers with an envelope.",
  rule: everyAnswerOf("sub-account/switch-provider", answersWithAnEnvelope),
  ...judgedByAsking("sub-account/switch-provider"),
});

export const frozenAmount = stated("sub-account.frozen-amount", {
  sections: ["2.4", "9"],
  needs: [callableOperation("sub-account")],
  text: "The answer of a sub-account operation has `frozenAmount`.",
  rule: everyCall("sub-account", showsMember("frozenAmount")),
  ...judgedByAsking("sub-account"),
});

export const frozenAmountForm = inferred("sub-account.frozen-amount-form", {
  sections: ["2.4", "9"],
  needs: [callableOperation("sub-account")],
  text: "`frozenAmount` is a number or a decimal in a text, in the answer of any operation.",
  because: "It is an amount; only its unit is not shown.",
  rule: everyNamedOperation(everyMemberNamed("frozenAmount", anAmount)),
  ...judgedByAsking("sub-account"),
});

export const needsKey = inferred("sub-account.needs-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("sub-account")],
  text: "Sub-account operations are refused without an API key.",
  because: "Requests carry an API key.",
  check: refusesWithoutKey("sub-account"),
});

export const keepsRecordsFromOthers = advisory("sub-account.own-records", {
  sections: ["1", "4.3"],
  needs: [exampleOf("sub-account"), secondMerchant],
  text: "A record of one merchant is not shown to another who asks for it by its id.",
  check: keepsFromOthers("sub-account"),
});

export const wrongKey = inferred("sub-account.wrong-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("sub-account")],
  text: "Sub-account operations are refused with a key that is unknown, empty, truncated, extended, changed, or in other letter case.",
  because: "A key that is not the merchant's gives access to nothing.",
  check: refusesWrongKeys("sub-account"),
});

export const wrongSignature = inferred("sub-account.wrong-signature", {
  sections: ["4.1", "5"],
  needs: [callableOperation("sub-account")],
  text: "Sub-account operations are refused with a signature that is wrong or absent.",
  because: "Requests carry a signature, and the deployment claims to verify it: of every request.",
  binds: claimsSignature,
  check: refusesForgedSignatures("sub-account"),
});

export const usedNonce = inferred("sub-account.used-nonce", {
  sections: ["4.1", "5"],
  needs: [callableOperation("sub-account")],
  text: "Sub-account operations are refused when an accepted call is sent again with its nonce.",
  because: "The nonce is unique for the request, and the deployment claims to accept each only once.",
  binds: claimsSingleUse,
  check: refusesUsedNonces("sub-account"),
});

export const refusalReveals = inferred("sub-account.refusal-reveals-nothing", {
  sections: ["4.1", "5"],
  needs: [callableOperation("sub-account")],
  text: "A refusal for wrong credentials shows nothing of what the call shows to the merchant.",
  because: "Access takes a key, and a refusal that shows data gives access to them.",
  check: operationRevealsNothing("sub-account"),
});
