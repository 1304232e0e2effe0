import {
  everyCall,
  everyMemberNamed,
  everyNamedOperation,
  showsMember,
} from "../../../lib/api/operations/every-call.ts";
import { anAmount } from "../../../lib/api/json/form.ts";
import { judgedByAsking } from "../../../lib/api/operations/judged-by-asking.ts";
import {
  inferred,
  stated,
  credentialRows,
  answersInEnvelopes,
  keepsRecords,
} from "../../../lib/api/operations/requirement.ts";
import { callableOperation, lastingOperation, exampleOf } from "../../../lib/profile/needs/needs.ts";

export const switchProviderEnvelope = answersInEnvelopes(
  "sub-account.switch-provider-envelope",
  "sub-account/switch-provider",
  {
    named: "Sub-account switch-provider",
    needs: lastingOperation("sub-account/switch-provider"),
  },
);

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

export const { needsKey, wrongKey, wrongSignature, usedNonce, refusalReveals } = credentialRows({
  area: "sub-account",
  reading: "Sub-account operations are",
});

export const keepsRecordsFromOthers = keepsRecords(
  "sub-account.own-records",
  "sub-account",
  exampleOf("sub-account"),
);
