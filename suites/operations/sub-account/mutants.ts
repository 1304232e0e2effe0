import { mutant } from "../../../lib/reference/mutant.ts";
import {
  forgettingNonces,
  keyless,
  takingAnyKey,
  takingAnySignature,
  takingKeysInAnyCase,
} from "../faults-credentials.ts";
import {
  bare,
  changingMembers,
  changingMembersOf,
  inHtml,
  revealing,
  showingOthers,
  truncating,
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
  takingAnyKey("sub-account/detail", "sub-account.wrong-key"),
  revealing("sub-account/detail", "sub-account.refusal-reveals-nothing", "a balance of 50000"),
  mutant(
    "says-whether-an-amount-is-frozen",
    "sub-account.frozen-amount-form",
    changingMembersOf("sub-account/detail", "frozenAmount", () => true),
  ),
  mutant(
    "sends-frozen-amounts-with-their-currency",
    "sub-account.frozen-amount-form",
    changingMembersOf("sub-account/detail", "frozenAmount", (amount) => ({ amount, currency: "USD" })),
  ),
  takingKeysInAnyCase("sub-account/detail", "sub-account.wrong-key"),
  takingAnySignature("sub-account/detail", "sub-account.wrong-signature"),
  forgettingNonces("sub-account/detail", "sub-account.used-nonce"),
  takingAnyKey("sub-account/switch-provider", "sub-account.wrong-key"),
  takingAnySignature("sub-account/switch-provider", "sub-account.wrong-signature"),
];
