import { only, toMutants } from "../../../lib/reference/mutant.ts";
import type { Call } from "../../../lib/reference/call.ts";
import type { Outcome } from "../../../lib/reference/outcome.ts";
import {
  carriedOutAndRejected,
  forgettingNonces,
  keyless,
  takingAnyKey,
  takingAnySignature,
  takingKeysInAnyCase,
} from "../faults-credentials.ts";
import {
  bare,
  failingAtBodies,
  failingWithoutBody,
  inHtml,
  revealing,
  showingOthers,
  truncating,
  unrouted,
} from "../faults.ts";
import { sending } from "../../../lib/reference/rewriting.ts";

const isRefused = ({ operation }: Call, { refused }: Outcome) => operation === "account/detail" && refused;

export const accountMutants = toMutants({
  "account.detail-envelope": {
    "answers-account-detail-in-html": inHtml("account/detail"),
    "answers-account-detail-in-a-list": bare("account/detail"),
    "answers-refused-keys-of-account-detail-in-html": sending(isRefused, () => "<h1>Forbidden</h1>"),
    "cuts-account-detail-off": truncating("account/detail"),
    "answers-cut-bodies-of-account-detail-in-html": failingAtBodies("account/detail"),
    "has-no-account-detail": unrouted("account/detail"),
    "answers-calls-of-account-detail-without-a-body-with-nothing": failingWithoutBody("account/detail"),
  },
  "account.transfer-envelope": {
    "answers-account-transfer-in-html": inHtml("account/transfer"),
    "cuts-account-transfer-off": truncating("account/transfer"),
    "answers-account-transfer-in-a-list": bare("account/transfer"),
  },
  "account.needs-key": {
    "needs-no-key-for-account-detail": keyless("account/detail"),
    "needs-no-key-for-account-transfer": keyless("account/transfer"),
    "carries-out-account-transfer-without-a-key-and-rejects-it": carriedOutAndRejected("account/transfer"),
  },
  "account.own-records": {
    "shows-account-detail-to-other-merchants": showingOthers("account/detail"),
  },
  "account.wrong-key": {
    "takes-any-key-for-account-detail": takingAnyKey("account/detail"),
    "ignores-the-letter-case-of-keys-for-account-detail": takingKeysInAnyCase("account/detail"),
    "takes-any-key-for-account-transfer": takingAnyKey("account/transfer"),
  },
  "account.refusal-reveals-nothing": {
    "tells-of-account-detail-when-it-refuses": revealing("account/detail", "a balance of 1250000"),
  },
  "account.wrong-signature": {
    "takes-any-signature-for-account-detail": only({ mode: "signed" }, takingAnySignature("account/detail")),
    "takes-any-signature-for-account-transfer": only(
      { mode: "signed" },
      takingAnySignature("account/transfer"),
    ),
  },
  "account.used-nonce": {
    "forgets-nonces-of-account-detail": only({ mode: "signed" }, forgettingNonces("account/detail")),
  },
});
