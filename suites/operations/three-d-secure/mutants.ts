import { CREDENTIALS, ENVELOPE, mutantsOf } from "../faults.ts";

export const threeDSecureMutants = mutantsOf({
  area: "three-d-secure",
  operation: "transaction/3ds/decision",
  faults: [...ENVELOPE, ...CREDENTIALS],
});
