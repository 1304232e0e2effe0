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
  without,
} from "../faults.ts";

const isRefused = ({ operation }: Call, { refused }: Outcome) => operation === "account/detail" && refused;

export const accountMutants = [
  inHtml("account/detail", "account.detail-envelope"),
  bare("account/detail", "account.detail-envelope"),
  without(
    "answers-refused-keys-of-account-detail-in-html",
    "account.detail-envelope",
    isRefused,
    "<h1>Forbidden</h1>",
  ),
  truncating("account/detail", "account.detail-envelope"),
  inHtml("account/transfer", "account.transfer-envelope"),
  truncating("account/transfer", "account.transfer-envelope"),
  bare("account/transfer", "account.transfer-envelope"),
  keyless("account/detail", "account.needs-key"),
  keyless("account/transfer", "account.needs-key"),
  showingOthers("account/detail", "account.own-records"),
  takingAnyKey("account/detail", "account.wrong-key"),
  revealing("account/detail", "account.refusal-reveals-nothing", "a balance of 1250000"),
  failingAtBodies("account/detail", "account.detail-envelope"),
  unrouted("account/detail", "account.detail-envelope"),
  takingKeysInAnyCase("account/detail", "account.wrong-key"),
  takingAnySignature("account/detail", "account.wrong-signature"),
  forgettingNonces("account/detail", "account.used-nonce"),
  failingWithoutBody("account/detail", "account.detail-envelope"),
  carriedOutAndRejected("account/transfer", "account.needs-key"),
  takingAnyKey("account/transfer", "account.wrong-key"),
  takingAnySignature("account/transfer", "account.wrong-signature"),
];
