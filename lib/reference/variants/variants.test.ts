import { expect, test } from "vitest";
import { axes, apiAxisNames } from "../choices.ts";
import { pairwiseVariants, randomVariants, singleVariants, socketAxes } from "./variants.ts";

test("every value that is not the default stands alone once", () => {
  const count = apiAxisNames.reduce((sum, axis) => sum + axes[axis].length - 1, 0);
  expect(new Set(singleVariants().map(({ name }) => name)).size).toBe(count);
});

test("every two values meet in the pairwise variants", () => {
  const met = new Set<string>();
  for (const { choices } of pairwiseVariants(1, socketAxes)) {
    const chosen = apiAxisNames.flatMap((axis) => (axis in choices ? [`${axis}=${choices[axis]}`] : []));
    for (const a of chosen) for (const b of chosen) met.add(`${a} ${b}`);
  }
  const values = apiAxisNames
    .filter((axis) => !socketAxes.includes(axis))
    .map((axis) => axes[axis].map((value) => `${axis}=${value}`));
  const missing = values.flatMap((left, a) =>
    values.slice(a + 1).flatMap((right) => left.flatMap((x) => right.filter((y) => !met.has(`${x} ${y}`)))),
  );
  expect(missing).toEqual([]);
});

test("the seed decides about random variants", () => {
  expect(randomVariants(3, 5)).toEqual(randomVariants(3, 5));
  expect(randomVariants(3, 5)).not.toEqual(randomVariants(4, 5).map((variant) => ({ ...variant })));
});
