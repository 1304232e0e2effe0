import { expect, test } from "vitest";
import { coveringArray } from "./covering-array.ts";

/** Every two values of every two columns, as text. */
function allPairs(sizes: readonly number[]): string[] {
  return sizes.flatMap((left, a) =>
    sizes.flatMap((right, b) =>
      a < b
        ? Array.from({ length: left * right }, (_, n) => `${a}:${Math.floor(n / right)} ${b}:${n % right}`)
        : [],
    ),
  );
}

function pairsIn(rows: readonly (readonly number[])[]): Set<string> {
  return new Set(
    rows.flatMap((row) =>
      row.flatMap((x, a) => row.flatMap((y, b) => (a < b ? [`${a}:${x} ${b}:${y}`] : []))),
    ),
  );
}

test.for([[[2, 2]], [[3, 3, 3, 3]], [[5, 2, 3, 1, 4]], [[2, 2, 2, 2, 2, 2, 2, 2, 2, 2]]])(
  "every pair of %j meets, and nothing else",
  ([sizes = []]) => {
    const rows = coveringArray(sizes, 1);
    expect(pairsIn(rows)).toEqual(new Set(allPairs(sizes)));
    expect(rows.every((row) => row.length === sizes.length)).toBe(true);
  },
);

test("far fewer rows than combinations are needed", () => {
  expect(
    coveringArray(
      Array.from({ length: 20 }, () => 3),
      1,
    ).length,
  ).toBeLessThan(30);
});

test("the seed decides", () => {
  const sizes = [4, 4, 4, 4];
  expect(coveringArray(sizes, 7)).toEqual(coveringArray(sizes, 7));
  expect(coveringArray(sizes, 7)).not.toEqual(coveringArray(sizes, 8));
});
