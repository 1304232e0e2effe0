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

test("a failure says the sentence, its sections, what came instead, and how to see it again", () => {
  const violation = { expected: "an acceptance", actual: "HTTP 500\u001b[31m" };
  const failed = {
    verdict: "failed",
    violation,
    text: "A register is accepted.",
    sections: ["2.2", "7"],
  } as const;
  const check = { ...exampleCheck("register.accepts", failed), replay: "replay register.accepts" };
  expect(outcomeOf(check)).toEqual({
    kind: "fail",
    name: "NonConformanceAssertionError",
    message: [
      `A register is accepted. (${check.level}, §2.2, §7)`,
      "expected  an acceptance",
      String.raw`actual    HTTP 500\x1b[31m`,
      "replay    replay register.accepts",
    ].join("\n"),
  });
});

test("an observation passes, whatever was seen", () => {
  const result = exampleObservation("callback-url.unusual-forms", { reason: "not seen" });
  expect(outcomeOf(result)).toEqual({ kind: "pass" });
});
