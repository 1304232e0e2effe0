import { inHtml, keyless } from "../faults.ts";

export const accountMutants = [
  inHtml("account/detail", "account.detail-envelope"),
  inHtml("account/transfer", "account.transfer-envelope"),
  keyless("account/detail", "account.needs-key"),
  keyless("account/transfer", "account.needs-key"),
];
