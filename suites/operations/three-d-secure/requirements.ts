import { credentialRows, answersInEnvelopes } from "../../../lib/api/operations/requirement.ts";
import { lastingOperation } from "../../../lib/profile/needs/needs.ts";

export const envelope = answersInEnvelopes("three-d-secure.envelope", "three-d-secure", {
  named: "The operation that accepts or rejects a transaction under 3-D Secure",
  needs: lastingOperation("three-d-secure"),
});

export const { needsKey, wrongKey, wrongSignature } = credentialRows({
  area: "three-d-secure",
  lasting: "The operation that accepts or rejects a transaction under 3-D Secure",
});
