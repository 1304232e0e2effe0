import { toMutants } from "../../../lib/reference/mutant.ts";
import { changingMembers, changingMembersOf, CREDENTIALS, ENVELOPE, mutantsOf } from "../faults.ts";

const inDetails = (change: Parameters<typeof changingMembers>[1]) =>
  changingMembersOf("sub-account/detail", "frozenAmount", change);

export const subAccountMutants = [
  ...mutantsOf({
    area: "sub-account",
    operation: "sub-account/switch-provider",
    envelope: "switch-provider-envelope",
    faults: [...ENVELOPE, ...CREDENTIALS],
  }),
  ...mutantsOf({
    area: "sub-account",
    operation: "sub-account/detail",
    faults: [...CREDENTIALS, "anyCase", "anyNonce", "othersRecords"],
    reveals: "a balance of 50000",
  }),
  ...toMutants({
    "sub-account.frozen-amount": {
      "leaves-frozen-amount-out-of-details": inDetails(() => undefined),
      "leaves-frozen-amount-out": changingMembers("frozenAmount", () => undefined),
    },
    "sub-account.frozen-amount-form": {
      "says-whether-an-amount-is-frozen": inDetails(() => true),
      "sends-frozen-amounts-with-their-currency": inDetails((amount) => ({ amount, currency: "USD" })),
    },
  }),
];
