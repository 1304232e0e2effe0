import { expect, test } from "vitest";
import { VerdictRegister, verdictAt } from "./verdict-register.ts";

test("verdicts come back by the index of their requirement, also in runs from before it was known", () => {
  const register = new VerdictRegister();
  const early = register.pack([["register.a", "failed"]]) ?? new Uint8Array();
  const late = register.pack([
    ["card.b", "observed"],
    ["register.c", "passed"],
  ]);
  expect([...register.areas]).toEqual([
    ["register", [0, 2]],
    ["card", [1]],
  ]);
  expect([0, 1, 2].map((index) => verdictAt(early, index))).toEqual(["failed", undefined, undefined]);
  expect([0, 1, 2].map((index) => verdictAt(late ?? early, index))).toEqual([
    undefined,
    "observed",
    "passed",
  ]);
});

test.each(["", "register", "a.b.c", "A.b", "a.<b>", `a.${"b".repeat(65)}`, "__proto__"])(
  "%j is no requirement",
  (id) => {
    expect(new VerdictRegister().pack([[id, "passed"]])).toBeUndefined();
  },
);

test("the number of requirements has a limit", () => {
  const register = new VerdictRegister();
  const many = Array.from({ length: 2000 }, (_, at) => [`a.b${at}`, "passed"] as const);
  expect(register.pack(many)).toHaveLength(2000);
  expect(register.pack([["a.other", "passed"]])).toBeUndefined();
  expect(register.pack([["a.b7", "passed"]])).toHaveLength(2000);
});
