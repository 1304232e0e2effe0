import { mutant } from "../../../lib/reference/mutant.ts";
import {
  bare,
  changingMembers,
  changingMembersOf,
  inHtml,
  keyless,
  truncating,
  showingOthers,
} from "../faults.ts";

export const subAccountMutants = [
  inHtml("sub-account/switch-provider", "sub-account.switch-provider-envelope"),
  truncating("sub-account/switch-provider", "sub-account.switch-provider-envelope"),
  bare("sub-account/switch-provider", "sub-account.switch-provider-envelope"),
  mutant(
    "leaves-frozen-amount-out-of-details",
    "sub-account.frozen-amount",
    changingMembersOf("sub-account/detail", "frozenAmount", () => undefined),
  ),
  mutant(
    "leaves-frozen-amount-out",
    "sub-account.frozen-amount",
    changingMembers("frozenAmount", () => undefined),
  ),
  keyless("sub-account/switch-provider", "sub-account.needs-key"),
  keyless("sub-account/detail", "sub-account.needs-key"),
  showingOthers("sub-account/detail", "sub-account.own-records"),
];
