import { only, toMutants } from "../../../lib/reference/mutant.ts";
import {
  forgettingNonces,
  keyless,
  takingAnyKey,
  takingAnySignature,
  takingKeysInAnyCase,
} from "../faults-credentials.ts";
import { bare, failingAtBodies, inHtml, revealing, truncating, unrouted } from "../faults.ts";

export const cardMutants = toMutants({
  "card.bin-query-envelope": {
    "answers-card-bin-query-in-html": inHtml("card/bin/query"),
    "answers-card-bin-query-in-a-list": bare("card/bin/query"),
    "cuts-card-bin-query-off": truncating("card/bin/query"),
    "answers-cut-bodies-of-card-bin-query-in-html": failingAtBodies("card/bin/query"),
    "has-no-card-bin-query": unrouted("card/bin/query"),
  },
  "card.cancel-envelope": {
    "answers-card-cancel-in-html": inHtml("card/cancel"),
    "cuts-card-cancel-off": truncating("card/cancel"),
    "answers-card-cancel-in-a-list": bare("card/cancel"),
  },
  "card.needs-key": {
    "needs-no-key-for-card-bin-query": keyless("card/bin/query"),
    "needs-no-key-for-card-cancel": keyless("card/cancel"),
  },
  "card.wrong-key": {
    "takes-any-key-for-card-bin-query": takingAnyKey("card/bin/query"),
    "ignores-the-letter-case-of-keys-for-card-bin-query": takingKeysInAnyCase("card/bin/query"),
    "takes-any-key-for-card-cancel": takingAnyKey("card/cancel"),
  },
  "card.refusal-reveals-nothing": {
    "tells-of-card-bin-query-when-it-refuses": revealing("card/bin/query", "the range 424242"),
  },
  "card.wrong-signature": {
    "takes-any-signature-for-card-bin-query": only({ mode: "signed" }, takingAnySignature("card/bin/query")),
    "takes-any-signature-for-card-cancel": only({ mode: "signed" }, takingAnySignature("card/cancel")),
  },
  "card.used-nonce": {
    "forgets-nonces-of-card-bin-query": only({ mode: "signed" }, forgettingNonces("card/bin/query")),
  },
});
