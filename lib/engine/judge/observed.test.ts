import { expect, test } from "vitest";
import { InconclusiveError } from "../record/verdict.ts";
import { askOnce, askTwice, combineByName, eachPart, summarizeLooks, mergeParts } from "./observed.ts";

test("equal looks are one value, whatever the order of their members", () => {
  const looks = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ];
  expect(summarizeLooks(looks)).toEqual({ value: { a: 1, b: 2 }, stable: true });
});

test("different looks are a list that says so, and a single look says that it is one", () => {
  expect(summarizeLooks([1, 2, 1])).toEqual({ value: [1, 2], stable: false });
  expect(summarizeLooks([null])).toEqual({ value: null, stable: true, once: true });
  expect(() => summarizeLooks([])).toThrow(InconclusiveError);
});

test("a common value is reported once", () => {
  expect(
    combineByName(
      new Map([
        ["a", 1],
        ["b", 1],
      ]),
    ),
  ).toBe(1);
  expect(
    combineByName(
      new Map([
        ["a", 1],
        ["b", 2],
      ]),
    ),
  ).toEqual({ a: 1, b: 2 });
  expect(combineByName(new Map([["a", null]]))).toBeNull();
});

const PARTS = {
  read: async () => summarizeLooks(["a"]),
  asked: askTwice(async (_, look) => look),
  once: askOnce(async () => "b"),
  broken: async () => Promise.reject(new InconclusiveError("Nothing came.")),
};

test("each part is observed alone: one without a value does not affect the others", async () => {
  expect(await eachPart(PARTS)({ probes: () => true, sent: () => 0 })).toEqual({
    read: { value: "a", stable: true, once: true },
    asked: { value: [0, 1], stable: false },
    once: { value: "b", stable: true, once: true },
    broken: { error: new InconclusiveError("Nothing came.") },
  });
});

test("a part that needs requests is left out where they are not allowed", async () => {
  const parts = await mergeParts(eachPart(PARTS), async () => ({}))({
    probes: (part) => part === "once",
    sent: () => 0,
  });
  expect(Object.keys(parts)).toEqual(["read", "once", "broken"]);
});
