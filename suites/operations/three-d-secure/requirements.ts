import { answersWithAnEnvelope, everyAnswerOf } from "../../../lib/api/operations/every-call.ts";
import { judgedByAsking } from "../../../lib/api/operations/judged-by-asking.ts";
import { refusesWithoutKey, refusesWrongKeys } from "../../../lib/api/operations/refuses.ts";
import { inferred, stated } from "../../../lib/api/operations/requirement.ts";
import { refusesForgedSignatures } from "../../../lib/api/operations/wrong-signatures.ts";
import { claimsSignature } from "../../../lib/profile/bindings.ts";
import { lastingOperation } from "../../../lib/profile/needs.ts";

export const envelope = stated("three-d-secure.envelope", {
  sections: ["2.3", "4.3"],
  needs: [lastingOperation("three-d-secure")],
  text: "The operation that accepts or rejects a transaction under 3-D Secure answers with an envelope.",
  rule: everyAnswerOf("three-d-secure", answersWithAnEnvelope),
  ...judgedByAsking("three-d-secure"),
});

export const needsKey = inferred("three-d-secure.needs-key", {
  sections: ["4.1", "5"],
  needs: [lastingOperation("three-d-secure")],
  text: "The operation that accepts or rejects a transaction under 3-D Secure is refused without an API key.",
  because: "Requests carry an API key.",
  check: refusesWithoutKey("three-d-secure"),
});

export const wrongKey = inferred("three-d-secure.wrong-key", {
  sections: ["4.1", "5"],
  needs: [lastingOperation("three-d-secure")],
  text: "The operation that accepts or rejects a transaction under 3-D Secure is refused with a key that is unknown.",
  because: "A key that is not the merchant's gives access to nothing.",
  check: refusesWrongKeys("three-d-secure"),
});

export const wrongSignature = inferred("three-d-secure.wrong-signature", {
  sections: ["4.1", "5"],
  needs: [lastingOperation("three-d-secure")],
  text: "The operation that accepts or rejects a transaction under 3-D Secure is refused with a signature that is wrong.",
  because: "Requests carry a signature, and the deployment claims to verify it: of every request.",
  binds: claimsSignature,
  check: refusesForgedSignatures("three-d-secure"),
});
