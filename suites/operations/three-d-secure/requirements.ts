import { credentialRows, answersInEnvelopes } from "../../../lib/api/operations/requirement.ts";

export const envelope = answersInEnvelopes(
  "three-d-secure",
  "The operation that accepts or rejects a transaction under 3-D Secure",
);

export const { needsKey, wrongKey, wrongSignature } = credentialRows({
  area: "three-d-secure",
  lasting: "The operation that accepts or rejects a transaction under 3-D Secure",
});
