import { mutant } from "../../../lib/reference/mutant.ts";
import { changingMembers, inHtml, keyless } from "../faults.ts";

export const subAccountMutants = [
  inHtml("sub-account/switch-provider", "sub-account.switch-provider-envelope"),
  mutant(
    "leaves-frozen-amount-out",
    "sub-account.frozen-amount",
    changingMembers("frozenAmount", () => undefined),
  ),
  keyless("sub-account/switch-provider", "sub-account.needs-key"),
];
