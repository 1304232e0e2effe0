import { expect, test } from "vitest";
import { judgeVariant } from "./conformant-variant.ts";
import { pairs } from "./pairs.ts";

test.for(pairs.map((variant) => [variant.name, variant] as const))(
  "%s is not accused",
  async ([, variant]) => {
    const { remarks } = await judgeVariant({ ...variant, mode: "api-key" });
    expect(remarks).toEqual([]);
  },
);
