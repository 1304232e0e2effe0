import {
  type AreaOperations,
  answersInEnvelopes,
  refusesForgedSignatures,
  refusesWithoutKey,
  refusesWrongKeys,
} from "../../../lib/api/operations/requirement.ts";
import { lastingOperation } from "../../../lib/profile/needs/needs.ts";

export const envelope = answersInEnvelopes("three-d-secure.envelope", "three-d-secure", {
  named: "The operation that accepts or rejects a transaction under 3-D Secure",
  needs: lastingOperation("three-d-secure"),
});

const OPERATIONS: AreaOperations = {
  area: "three-d-secure",
  lasting: "The operation that accepts or rejects a transaction under 3-D Secure",
};

export const needsKey = refusesWithoutKey("three-d-secure.needs-key", OPERATIONS);
export const wrongKey = refusesWrongKeys("three-d-secure.wrong-key", OPERATIONS);
export const wrongSignature = refusesForgedSignatures("three-d-secure.wrong-signature", OPERATIONS);
