import { bare, inHtml, keyless, truncating } from "../faults.ts";

export const cardMutants = [
  inHtml("card/bin/query", "card.bin-query-envelope"),
  bare("card/bin/query", "card.bin-query-envelope"),
  truncating("card/bin/query", "card.bin-query-envelope"),
  inHtml("card/cancel", "card.cancel-envelope"),
  truncating("card/cancel", "card.cancel-envelope"),
  bare("card/cancel", "card.cancel-envelope"),
  keyless("card/bin/query", "card.needs-key"),
  keyless("card/cancel", "card.needs-key"),
];
