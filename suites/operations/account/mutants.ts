import type { Call } from "../../../lib/reference/call.ts";
import type { Outcome } from "../../../lib/reference/outcome.ts";
import { bare, inHtml, keyless, showingOthers, truncating, without } from "../faults.ts";

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
];
