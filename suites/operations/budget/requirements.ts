import {
  answersWithAnEnvelope,
  everyAnswerOf,
  everyCall,
  everyMemberNamed,
  everyNamedOperation,
  showsMember,
} from "../../../lib/api/operations/every-call.ts";
import { judgedByAsking } from "../../../lib/api/operations/judged-by-asking.ts";
import { operationRevealsNothing } from "../../../lib/api/operations/reveals-nothing.ts";
import { refusesForgedSignatures, refusesUsedNonces } from "../../../lib/api/operations/wrong-signatures.ts";
import { claimsSignature, claimsSingleUse } from "../../../lib/profile/bindings.ts";
import { refusesWithoutKey, refusesWrongKeys } from "../../../lib/api/operations/refuses.ts";
import { anInteger } from "../../../lib/api/json/form.ts";
import { inferred, stated } from "../../../lib/api/operations/requirement.ts";
import { callableOperation } from "../../../lib/profile/needs.ts";

export const envelope = stated("budget.envelope", {
  sections: ["2.3"],
  needs: [callableOperation("budget")],
  text: "A budget operation answers with an envelope.",
  rule: everyAnswerOf("budget", answersWithAnEnvelope),
  ...judgedByAsking("budget"),
});

export const usedLimit = stated("budget.used-limit", {
  sections: ["2.4", "9"],
  needs: [callableOperation("budget")],
  text: "The answer of a budget operation has `usedLimit`.",
  rule: everyCall("budget", showsMember("usedLimit")),
  ...judgedByAsking("budget"),
});

export const usedLimitInCents = inferred("budget.used-limit-in-cents", {
  sections: ["2.4", "9"],
  needs: [callableOperation("budget")],
  text: "`usedLimit` is an integer, in the answer of any operation.",
  because: "Its unit is cents, and amounts in cents are whole.",
  rule: everyNamedOperation(everyMemberNamed("usedLimit", anInteger)),
  ...judgedByAsking("budget"),
});

export const needsKey = inferred("budget.needs-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("budget")],
  text: "Budget operations are refused without an API key.",
  because: "Requests carry an API key.",
  check: refusesWithoutKey("budget"),
});

export const wrongKey = inferred("budget.wrong-key", {
  sections: ["4.1", "5"],
  needs: [callableOperation("budget")],
  text: "Budget operations are refused with a key that is unknown, empty, truncated, extended, changed, or in other letter case.",
  because: "A key that is not the merchant's gives access to nothing.",
  check: refusesWrongKeys("budget"),
});

export const wrongSignature = inferred("budget.wrong-signature", {
  sections: ["4.1", "5"],
  needs: [callableOperation("budget")],
  text: "Budget operations are refused with a signature that is wrong or absent.",
  because: "Requests carry a signature, and the deployment claims to verify it: of every request.",
  binds: claimsSignature,
  check: refusesForgedSignatures("budget"),
});

export const usedNonce = inferred("budget.used-nonce", {
  sections: ["4.1", "5"],
  needs: [callableOperation("budget")],
  text: "Budget operations are refused when an accepted call is sent again with its nonce.",
  because: "The nonce is unique for the request, and the deployment claims to accept each only once.",
  binds: claimsSingleUse,
  check: refusesUsedNonces("budget"),
});

export const refusalReveals = inferred("budget.refusal-reveals-nothing", {
  sections: ["4.1", "5"],
  needs: [callableOperation("budget")],
  text: "A refusal for wrong credentials shows nothing of what the call shows to the merchant.",
  because: "Access takes a key, and a refusal that shows data gives access to them.",
  check: operationRevealsNothing("budget"),
});
