import { expect, test } from "vitest";
import { inTurns, judgeVariant } from "./conformant-variant.ts";
import { sampleOf } from "./is-in-sample.ts";
import { pairs } from "./pairs.ts";

/** Of so many pairs one is judged. */
const STEP = 8;

test.for(sampleOf(inTurns(pairs), STEP).map((variant) => [variant.name, variant] as const))(
  "%s is not accused",
  async ([, variant]) => {
    const { remarks } = await judgeVariant(variant);
    expect(remarks).toEqual([]);
  },
);
