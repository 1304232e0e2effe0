import { expect, test } from "vitest";
import { type Known, NOTHING_KNOWN } from "./known.ts";
import { AnswerLog } from "../../exchange/answer-log.ts";
import { testAnswer } from "../../exchange/testing/test-answer.ts";
import { queryDraft } from "../../request/draft.ts";
import { type KnownAnswer, foldWrittenTimes } from "./written-times.ts";

const START = Date.UTC(2026, 0, 2);
const iso = (ms: number) => new Date(START + ms).toISOString();

/** The answer to a query of alpha that shows some fields. */
function reading(data: object, known: Known, heardAt: number): KnownAnswer {
  const answer = testAnswer(queryDraft(), { code: 0, data });
  return { caller: "alpha", answer, known, heardAt, observed: undefined };
}

/** The times that some answers show. */
function timesOf(entries: readonly KnownAnswer[]) {
  const answers = new AnswerLog<KnownAnswer>();
  const times = foldWrittenTimes(answers);
  for (const one of entries) answers.append(one);
  return times;
}

/** Readings after one register each of alpha, by what they show and when they were heard, in milliseconds. */
function readings(...pairs: readonly (readonly [shownMs: number, heardMs: number])[]) {
  const entries: KnownAnswer[] = [];
  let known = { ...NOTHING_KNOWN, absent: true, since: ["register"] as const };
  for (const [index, [shownMs, heardMs]] of pairs.entries()) {
    const shown = { createTime: iso(0), updateTime: iso(shownMs), callbackUrl: `https://host/${index}` };
    entries.push(reading(shown, known, START + heardMs));
    known = { ...known, absent: false, seen: shown };
  }
  return timesOf(entries);
}

test("a time of a write was heard of when it was read first, where the clock keeps pace", () => {
  const times = readings([0, 100], [5_000, 5_100]);
  expect(times("alpha").heardOf("updateTime", iso(5_000))).toBe(START + 5_100);
  expect(times("alpha").heardOf("createTime", iso(0))).toBe(START + 100);
  expect(times("beta").heardOf("createTime", iso(0))).toBeUndefined();
});

test("the clock of updates may be another one than that of creations", () => {
  const times = readings([0, 0], [3_605_000, 5_000], [3_610_000, 10_000]);
  expect(times("alpha").heardOf("updateTime", iso(3_610_000))).toBe(START + 10_000);
});

test("less than a second is enough of a clock that shows its milliseconds", () => {
  expect(readings([0, 0], [600, 640])("alpha").heardOf("createTime", iso(0))).toBe(START);
});

test.each([
  { what: "stands still", last: [0, 5_000] },
  { what: "goes sixty times as fast", last: [300_000, 5_000] },
  { what: "goes twice as fast", last: [1_200, 600] },
  { what: "was looked at for too short", last: [400, 400] },
] as const)("a clock that $what says nothing", ({ last }) => {
  expect(readings([0, 0], last)("alpha").heardOf("createTime", iso(0))).toBeUndefined();
});

test("a time that stays the same is conclusive only if another write was shown at another time", () => {
  expect(readings([0, 0], [0, 5_000])("alpha").isTelling(iso(0))).toBe(false);
  expect(readings([0, 0], [5_000, 5_000])("alpha").isTelling(iso(5_000))).toBe(true);
});

test("a time from before the run is conclusive only if another time was read", () => {
  const times = timesOf([reading({ createTime: iso(0), updateTime: iso(9) }, NOTHING_KNOWN, START)]);
  expect(times("alpha").isTelling(iso(9))).toBe(true);
  const still = timesOf([reading({ createTime: iso(0), updateTime: iso(0) }, NOTHING_KNOWN, START)]);
  expect(still("alpha").isTelling(iso(0))).toBe(false);
});
