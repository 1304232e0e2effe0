import { expect, test } from "vitest";
import { InconclusiveError } from "./verdict.ts";
import { extraNames } from "../api/webhook/observing/extra-names.ts";
import { summarizeLooks, combineByName } from "./observed.ts";

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

test("names that only some answers have are kept apart", () => {
  expect(
    extraNames([
      ["b", "a"],
      ["a", "b"],
    ]),
  ).toEqual({ value: ["a", "b"], stable: true });
  expect(extraNames([["a"], ["a", "b"]])).toEqual({
    value: { always: ["a"], sometimes: ["b"] },
    stable: false,
  });
});
