import { inHtml, keyless } from "../faults.ts";

export const cardMutants = [
  inHtml("card/bin/query", "card.bin-query-envelope"),
  inHtml("card/cancel", "card.cancel-envelope"),
  keyless("card/bin/query", "card.needs-key"),
  keyless("card/cancel", "card.needs-key"),
];
