import {
  answersWithAnEnvelope,
  everyAnswerOf,
  everyCall,
  everyMemberNamed,
  everyNamedOperation,
  showsMember,
} from "../../../lib/api/operations/every-call.ts";
import { anInteger } from "../../../lib/api/json/form.ts";
import { inferred, ofAnswers, stated, credentialRows } from "../../../lib/api/operations/requirement.ts";

export const envelope = stated("budget.envelope", {
  sections: ["2.3"],
  text: "A budget operation answers with an envelope.",
  ...ofAnswers("budget", everyAnswerOf("budget", answersWithAnEnvelope)),
});

export const usedLimit = stated("budget.used-limit", {
  sections: ["2.4", "9"],
  text: "The answer of a budget operation has `usedLimit`.",
  ...ofAnswers("budget", everyCall("budget", showsMember("usedLimit"))),
});

export const usedLimitInCents = inferred("budget.used-limit-in-cents", {
  sections: ["2.4", "9"],
  text: "`usedLimit` is an integer, in the answer of any operation.",
  because: "Its unit is cents, and amounts in cents are whole.",
  ...ofAnswers("budget", everyNamedOperation(everyMemberNamed("usedLimit", anInteger))),
});

export const { needsKey, wrongKey, wrongSignature, usedNonce, refusalReveals } = credentialRows({
  area: "budget",
  reading: "Budget operations are",
});
