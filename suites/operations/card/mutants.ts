import {
  forgettingNonces,
  keyless,
  takingAnyKey,
  takingAnySignature,
  takingKeysInAnyCase,
} from "../faults-credentials.ts";
import { bare, failingAtBodies, inHtml, revealing, truncating, unrouted } from "../faults.ts";

export const cardMutants = [
  inHtml("card/bin/query", "card.bin-query-envelope"),
  bare("card/bin/query", "card.bin-query-envelope"),
  truncating("card/bin/query", "card.bin-query-envelope"),
  inHtml("card/cancel", "card.cancel-envelope"),
  truncating("card/cancel", "card.cancel-envelope"),
  bare("card/cancel", "card.cancel-envelope"),
  keyless("card/bin/query", "card.needs-key"),
  keyless("card/cancel", "card.needs-key"),
  takingAnyKey("card/bin/query", "card.wrong-key"),
  revealing("card/bin/query", "card.refusal-reveals-nothing", "the range 424242"),
  failingAtBodies("card/bin/query", "card.bin-query-envelope"),
  unrouted("card/bin/query", "card.bin-query-envelope"),
  takingKeysInAnyCase("card/bin/query", "card.wrong-key"),
  takingAnySignature("card/bin/query", "card.wrong-signature"),
  forgettingNonces("card/bin/query", "card.used-nonce"),
  takingAnyKey("card/cancel", "card.wrong-key"),
  takingAnySignature("card/cancel", "card.wrong-signature"),
];
