import { pairwiseVariants } from "../../lib/reference/variants/variants.ts";

export const SEED = 1;
/** They leave much undecided, beside which nothing else would be judged. */
export const APART = [
  "defence",
  "simulatedClock",
  "chunkedBody",
  "unsaidLength",
  "strayRequest",
  "urlOfAnother",
  "statusAfterReRegister",
] as const;
/** `variants.test.ts` leaves out each field by itself; random variants combine that with the rest. */
const IN_FIELDS = ["omittedFields", "omission"] as const;

/** Variants in which every two values of every two choices meet. */
export const pairs = pairwiseVariants(SEED, [...APART, ...IN_FIELDS]);
