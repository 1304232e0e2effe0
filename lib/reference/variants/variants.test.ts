import { expect, test } from "vitest";
import { axes, apiAxisNames } from "../choices.ts";
import { pairwiseVariants, socketAxes } from "./variants.ts";

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
