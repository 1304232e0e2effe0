import { bare, inHtml, keyless, truncating, showingOthers } from "../faults.ts";

export const accountMutants = [
  inHtml("account/detail", "account.detail-envelope"),
  bare("account/detail", "account.detail-envelope"),
  truncating("account/detail", "account.detail-envelope"),
  inHtml("account/transfer", "account.transfer-envelope"),
  truncating("account/transfer", "account.transfer-envelope"),
  bare("account/transfer", "account.transfer-envelope"),
  keyless("account/detail", "account.needs-key"),
  keyless("account/transfer", "account.needs-key"),
  showingOthers("account/detail", "account.own-records"),
];
