import { expect, test } from "vitest";
import { exampleCheck, exampleObservation } from "../../reporters/testing/example-result.ts";
import { outcomeOf } from "./outcome-of.ts";

test.each([
  ["passed", { kind: "pass" }],
  ["warned", { kind: "pass" }],
  ["inapplicable", { kind: "skip", reason: "inapplicable: why" }],
  ["uncovered", { kind: "skip", reason: "uncovered: why" }],
  ["inconclusive", { kind: "skip", reason: "inconclusive: why" }],
  ["errored", { kind: "fail", name: "SuiteDefectError", message: "why" }],
  ["failed", { kind: "fail", name: "NonConformanceAssertionError" }],
] as const)("%s: only a kept requirement is green", (verdict, outcome) => {
  expect(outcomeOf(exampleCheck("register.accepts", { verdict, reason: "why" }))).toMatchObject(outcome);
});

test("an observation passes, whatever was seen", () => {
  const result = exampleObservation("callback-url.unusual-forms", { reason: "not seen" });
  expect(outcomeOf(result)).toEqual({ kind: "pass" });
});
