import { expect, test } from "vitest";
import { coverCases } from "./cover-cases.ts";

const OFFENCES = ["absent", "empty", "unknown", "truncated"];
const DOORS = ["register", "query", "disable"];
const MERCHANTS = ["alpha", "beta"];
const cases = OFFENCES.flatMap((offence) =>
  DOORS.flatMap((door) => MERCHANTS.map((merchant) => [offence, door, merchant] as const)),
);
const covered = (strength: number) => coverCases(cases, (one) => one, strength);

test("strength 1 takes each value once, and the values take turns", () => {
  expect(covered(1)).toEqual([
    ["absent", "register", "alpha"],
    ["empty", "query", "beta"],
    ["unknown", "disable", "alpha"],
    ["truncated", "register", "beta"],
  ]);
});

test("strength 2 takes each pair of values", () => {
  const chosen = covered(2);
  const pairs = (of: readonly (typeof cases)[number][]) =>
    new Set(of.flatMap(([a, b, c]) => [`${a} ${b}`, `${a} ${c}`, `${b} ${c}`]));
  expect(pairs(chosen)).toEqual(pairs(cases));
  expect(chosen.length).toBe(OFFENCES.length * DOORS.length);
});

test("a higher strength takes all cases, and a lower one none", () => {
  expect(covered(Infinity)).toEqual(cases);
  expect(covered(0)).toEqual([]);
});

test("a single factor counts as it is", () => {
  expect(coverCases(DOORS, (door) => [door], 2)).toEqual(DOORS);
});
