import { only, toMutants } from "../../../lib/reference/mutant.ts";
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

export const subAccountMutants = toMutants({
  "sub-account.switch-provider-envelope": {
    "answers-sub-account-switch-provider-in-html": inHtml("sub-account/switch-provider"),
    "cuts-sub-account-switch-provider-off": truncating("sub-account/switch-provider"),
    "answers-sub-account-switch-provider-in-a-list": bare("sub-account/switch-provider"),
  },
  "sub-account.frozen-amount": {
    "leaves-frozen-amount-out-of-details": changingMembersOf(
      "sub-account/detail",
      "frozenAmount",
      () => undefined,
    ),
    "leaves-frozen-amount-out": changingMembers("frozenAmount", () => undefined),
  },
  "sub-account.needs-key": {
    "needs-no-key-for-sub-account-switch-provider": keyless("sub-account/switch-provider"),
    "needs-no-key-for-sub-account-detail": keyless("sub-account/detail"),
  },
  "sub-account.own-records": {
    "shows-sub-account-detail-to-other-merchants": showingOthers("sub-account/detail"),
  },
  "sub-account.wrong-key": {
    "takes-any-key-for-sub-account-detail": takingAnyKey("sub-account/detail"),
    "ignores-the-letter-case-of-keys-for-sub-account-detail": takingKeysInAnyCase("sub-account/detail"),
    "takes-any-key-for-sub-account-switch-provider": takingAnyKey("sub-account/switch-provider"),
  },
  "sub-account.refusal-reveals-nothing": {
    "tells-of-sub-account-detail-when-it-refuses": revealing("sub-account/detail", "a balance of 50000"),
  },
  "sub-account.frozen-amount-form": {
    "says-whether-an-amount-is-frozen": changingMembersOf("sub-account/detail", "frozenAmount", () => true),
    "sends-frozen-amounts-with-their-currency": changingMembersOf(
      "sub-account/detail",
      "frozenAmount",
      (amount) => ({ amount, currency: "USD" }),
    ),
  },
  "sub-account.wrong-signature": {
    "takes-any-signature-for-sub-account-detail": only(
      { mode: "signed" },
      takingAnySignature("sub-account/detail"),
    ),
    "takes-any-signature-for-sub-account-switch-provider": only(
      { mode: "signed" },
      takingAnySignature("sub-account/switch-provider"),
    ),
  },
  "sub-account.used-nonce": {
    "forgets-nonces-of-sub-account-detail": only({ mode: "signed" }, forgettingNonces("sub-account/detail")),
  },
});
