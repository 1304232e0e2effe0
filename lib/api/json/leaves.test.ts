import { expect, test } from "vitest";
import { leavesIn, placeBelow } from "./leaves.ts";

test("each leaf has its place, and all items of a list have one", () => {
  const value = { id: 1, list: [{ a: "x" }, { a: null }, [true]], "": {} };
  expect(leavesIn(value)).toEqual([
    { place: "/id", value: 1 },
    { place: "/list/*/a", value: "x" },
    { place: "/list/*/a", value: null },
    { place: "/list/*/*", value: true },
  ]);
  expect(leavesIn(7)).toEqual([{ place: "", value: 7 }]);
  expect(leavesIn(undefined)).toEqual([]);
});

test("a long place is a digest, which differs from that of another place, and says whether it is in a list", () => {
  const [one, other] = ["a", "b"].map((letter) => placeBelow("/data", letter.repeat(2_000)));
  expect(one).toMatch(/^\/…[\w-]{22}$/);
  expect(one).not.toBe(other);
  expect(placeBelow("/list/*", "a".repeat(2_000))).toMatch(/^\/\*\/…[\w-]{22}$/);
});

test("many leaves below a long name cost little memory", () => {
  const below = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at]));
  const leaves = leavesIn({ ["n".repeat(1_000_000)]: below });
  expect(new Set(leaves.map(({ place }) => place)).size).toBe(50_000);
});
