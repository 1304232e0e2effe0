import { inHtml } from "../faults.ts";

export const threeDSecureMutants = [inHtml("transaction/3ds/decision", "three-d-secure.envelope")];
