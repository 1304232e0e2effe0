import { expect, test } from "vitest";
import { inTurns, judgeVariant } from "./conformant-variant.ts";
import { pairs } from "./pairs.ts";

test.for(inTurns(pairs).map((variant) => [variant.name, variant] as const))(
  "%s is not accused",
  async ([, variant]) => {
    const { remarks } = await judgeVariant(variant);
    expect(remarks).toEqual([]);
  },
);
