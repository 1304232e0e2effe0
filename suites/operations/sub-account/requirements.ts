import {
  everyCall,
  everyMemberNamed,
  everyNamedOperation,
  showsMember,
} from "../../../lib/api/operations/every-call.ts";
import { anAmount } from "../../../lib/api/json/form.ts";
import {
  inferred,
  ofAnswers,
  stated,
  credentialRows,
  answersInEnvelopes,
  keepsRecords,
} from "../../../lib/api/operations/requirement.ts";

export const switchProviderEnvelope = answersInEnvelopes(
  "sub-account/switch-provider",
  "Sub-account switch-provider",
);

export const frozenAmount = stated("sub-account.frozen-amount", {
  sections: ["2.4", "9"],
  text: "The answer of a sub-account operation has `frozenAmount`.",
  ...ofAnswers("sub-account", everyCall("sub-account", showsMember("frozenAmount"))),
});

export const frozenAmountForm = inferred("sub-account.frozen-amount-form", {
  sections: ["2.4", "9"],
  text: "`frozenAmount` is a number or a decimal in a text, in the answer of any operation.",
  because: "It is an amount; only its unit is not shown.",
  ...ofAnswers("sub-account", everyNamedOperation(everyMemberNamed("frozenAmount", anAmount))),
});

export const { needsKey, wrongKey, wrongSignature, usedNonce, refusalReveals } = credentialRows({
  area: "sub-account",
  reading: "Sub-account operations are",
});

export const keepsRecordsFromOthers = keepsRecords("sub-account");
