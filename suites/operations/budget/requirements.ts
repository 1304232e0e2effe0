import {
  answersWithAnEnvelope,
  everyAnswerOf,
  everyCall,
  everyMemberNamed,
  everyNamedOperation,
  showsMember,
} from "../../../lib/api/operations/every-call.ts";
import { judgedByAsking } from "../../../lib/api/operations/judged-by-asking.ts";
import { anInteger } from "../../../lib/api/json/form.ts";
import { inferred, stated, credentialRows } from "../../../lib/api/operations/requirement.ts";
import { callableOperation } from "../../../lib/profile/needs/needs.ts";

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

export const { needsKey, wrongKey, wrongSignature, usedNonce, refusalReveals } = credentialRows({
  area: "budget",
  reading: "Budget operations are",
});
