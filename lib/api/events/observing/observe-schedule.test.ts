import { expect, test } from "vitest";
import { describeGrowth } from "./observe-schedule.ts";

import * as fc from "fast-check";

const JITTER = 0.2;
const FIRST_MS = 4_000;

/** Pauses of some events, each a factor of the one before, and up to a fifth longer or shorter. */
function jittered(factor: number, places: number): fc.Arbitrary<number[][]> {
  const off = fc.double({ min: 1 - JITTER, max: 1 + JITTER, noNaN: true });
  const event = fc.tuple(...Array.from({ length: places }, () => off));
  return fc
    .array(event, { minLength: 2, maxLength: 4 })
    .map((events) => events.map((all) => all.map((part, place) => part * FIRST_MS * factor ** place)));
}

test.for([
  [1, "constant"],
  [2, "growing"],
  [10, "growing"],
] as const)("pauses that grow %i-fold are described alike, whatever their jitter: %s", ([factor, words]) => {
  fc.assert(
    fc.property(jittered(factor, 3), (pauses) => {
      expect(describeGrowth(pauses)).toBe(words);
    }),
  );
});

test.for([
  [[[20, 20, 20]], "too short to tell apart"],
  [[[30_000, 2_000, 30_000]], "irregular"],
  [[[4_000, 3_000, 2_000]], "irregular"],
  [
    [
      [1_000, 2_000],
      [9_000, 2_000],
    ],
    "irregular",
  ],
  [
    [
      [2_000, 2_000],
      [2_100, 2_000, 1_900],
    ],
    "constant",
  ],
] as const)("of %o it is said: %s", ([pauses, words]) => {
  expect(describeGrowth(pauses)).toBe(words);
});
