import { expect, test } from "vitest";
import { NonIntegerNumber } from "../../json/json.ts";
import { boundValue } from "./bound-value.ts";

test("an ordinary value stays as it is", () => {
  const value = {
    id: 9007199254740993n,
    rate: new NonIntegerNumber("1.50"),
    types: ["a", null, true],
    "": {},
  };
  expect(boundValue(value)).toEqual(value);
});

test("a long text ends where it was cut, a long list and deep members too", () => {
  expect(boundValue("x".repeat(20_000))).toBe(`${"x".repeat(8192)}…`);
  expect(boundValue(Array.from({ length: 5000 }, () => 1))).toHaveLength(999);
  const list = Array.from({ length: 900 }, () => ({ a: Array.from({ length: 900 }, () => 1) }));
  expect(JSON.stringify(boundValue(list)).length).toBeLessThan(20_000);
});
