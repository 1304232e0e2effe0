import { keyless, takingAnyKey, takingAnySignature } from "../faults-credentials.ts";
import { bare, inHtml, truncating } from "../faults.ts";

const DECISION = "transaction/3ds/decision";

export const threeDSecureMutants = [
  inHtml(DECISION, "three-d-secure.envelope"),
  truncating(DECISION, "three-d-secure.envelope"),
  bare(DECISION, "three-d-secure.envelope"),
  keyless(DECISION, "three-d-secure.needs-key"),
  takingAnyKey(DECISION, "three-d-secure.wrong-key"),
  takingAnySignature(DECISION, "three-d-secure.wrong-signature"),
];
