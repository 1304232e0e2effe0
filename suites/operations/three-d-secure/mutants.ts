import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { keyless, takingAnyKey, takingAnySignature } from "../faults-credentials.ts";
import { bare, inHtml, truncating } from "../faults.ts";

const DECISION = "transaction/3ds/decision";

export const threeDSecureMutants = toMutants({
  "three-d-secure.envelope": {
    "answers-transaction-3ds-decision-in-html": inHtml(DECISION),
    "cuts-transaction-3ds-decision-off": truncating(DECISION),
    "answers-transaction-3ds-decision-in-a-list": bare(DECISION),
  },
  "three-d-secure.needs-key": {
    "needs-no-key-for-transaction-3ds-decision": keyless(DECISION),
  },
  "three-d-secure.wrong-key": {
    "takes-any-key-for-transaction-3ds-decision": takingAnyKey(DECISION),
  },
  "three-d-secure.wrong-signature": {
    "takes-any-signature-for-transaction-3ds-decision": only(
      { mode: "signed" },
      takingAnySignature(DECISION),
    ),
  },
});
