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
  type AreaOperations,
  answersInEnvelopes,
  keepsRecords,
  refusesForgedSignatures,
  refusesUsedNonces,
  refusesWithoutKey,
  refusesWrongKeys,
  refusalsRevealNothing,
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

const OPERATIONS: AreaOperations = {
  area: "sub-account",
  reading: "Sub-account operations are",
};

export const needsKey = refusesWithoutKey("sub-account.needs-key", OPERATIONS);
export const keepsRecordsFromOthers = keepsRecords(
  "sub-account.own-records",
  "sub-account",
  exampleOf("sub-account"),
);
export const wrongKey = refusesWrongKeys("sub-account.wrong-key", OPERATIONS);
export const wrongSignature = refusesForgedSignatures("sub-account.wrong-signature", OPERATIONS);
export const usedNonce = refusesUsedNonces("sub-account.used-nonce", OPERATIONS);
export const refusalReveals = refusalsRevealNothing("sub-account.refusal-reveals-nothing", OPERATIONS);
