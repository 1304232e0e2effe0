import { where } from "../../../lib/reference/changes.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { refused, sending } from "../../../lib/reference/rewriting.ts";
import { carriedOutAndRejected, CREDENTIALS, READING, ENVELOPE, isOf, mutantsOf } from "../faults.ts";

export const accountMutants = [
  ...mutantsOf({
    area: "account",
    operation: "account/detail",
    envelope: "detail-envelope",
    faults: [...ENVELOPE, ...READING, "absent", "noBody", "othersRecords"],
    reveals: "a balance of 1250000",
  }),
  ...mutantsOf({
    area: "account",
    operation: "account/transfer",
    envelope: "transfer-envelope",
    faults: [...ENVELOPE, ...CREDENTIALS],
  }),
  ...toMutants({
    "account.detail-envelope": {
      "answers-refused-keys-of-account-detail-in-html": where(
        isOf("account/detail"),
        sending(refused, () => "<h1>Forbidden</h1>"),
      ),
    },
    "account.needs-key": {
      "carries-out-account-transfer-without-a-key-and-rejects-it": where(
        isOf("account/transfer"),
        carriedOutAndRejected,
      ),
    },
  }),
];
