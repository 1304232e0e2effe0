import { expect, test } from "vitest";
import { NOTHING_KNOWN } from "./known.ts";
import { WrittenTimes } from "./written-times.ts";

const START = Date.UTC(2026, 0, 2);
const iso = (ms: number) => new Date(START + ms).toISOString();

/** Readings after one register each of alpha, by what they show and when they were heard, in milliseconds. */
function readings(...pairs: readonly (readonly [shownMs: number, heardMs: number])[]): WrittenTimes {
  const times = new WrittenTimes();
  let known = { ...NOTHING_KNOWN, absent: true, since: ["register"] as const };
  for (const [index, [shownMs, heardMs]] of pairs.entries()) {
    const shown = { createTime: iso(0), updateTime: iso(shownMs), callbackUrl: `https://host/${index}` };
    times.note("alpha", shown, known, START + heardMs);
    known = { ...known, absent: false, seen: shown };
  }
  return times;
}

test("a time of a write was heard of when it was read first, where the clock keeps pace", () => {
  const times = readings([0, 100], [5_000, 5_100]);
  expect(times.of("alpha").heardOf("updateTime", iso(5_000))).toBe(START + 5_100);
  expect(times.of("alpha").heardOf("createTime", iso(0))).toBe(START + 100);
  expect(times.of("beta").heardOf("createTime", iso(0))).toBeUndefined();
});

test.each([
  { what: "stands still", last: [0, 5_000] },
  { what: "goes sixty times as fast", last: [300_000, 5_000] },
  { what: "was looked at for too short", last: [1_000, 1_000] },
] as const)("a clock that $what says nothing", ({ last }) => {
  expect(readings([0, 0], last).of("alpha").heardOf("createTime", iso(0))).toBeUndefined();
});

test("a time that stays the same tells where another write was shown at another time", () => {
  expect(readings([0, 0], [0, 5_000]).of("alpha").isTelling(iso(0))).toBe(false);
  expect(readings([0, 0], [5_000, 5_000]).of("alpha").isTelling(iso(5_000))).toBe(true);
});

test("a time from before the run tells where any other time was read", () => {
  const times = new WrittenTimes();
  times.note("alpha", { createTime: iso(0), updateTime: iso(9) }, NOTHING_KNOWN, START);
  expect(times.of("alpha").isTelling(iso(9))).toBe(true);
  const still = new WrittenTimes();
  still.note("alpha", { createTime: iso(0), updateTime: iso(0) }, NOTHING_KNOWN, START);
  expect(still.of("alpha").isTelling(iso(0))).toBe(false);
});
