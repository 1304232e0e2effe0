import { expect, test } from "vitest";
import { exampleCheck, exampleObservation } from "../../reporters/testing/example-result.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { NonConformanceError, outcomeOf, SuiteDefectError } from "./outcome-of.ts";

const outcomeFor = (verdict: Verdict) => {
  const requirement = "register.accepts";
  const result = exampleCheck(requirement, { verdict, reason: "why" });
  return outcomeOf({ judgement: { requirement, result, exchanges: [] } });
};

test.each(["passed", "warned"] as const)("%s passes", (verdict) => {
  expect(outcomeFor(verdict)).toEqual({ kind: "pass" });
});

test.each(["inapplicable", "uncovered", "inconclusive"] as const)("%s is skipped, never green", (verdict) => {
  expect(outcomeFor(verdict)).toEqual({ kind: "skip", reason: `${verdict}: why` });
});

test("failed and errored fail, the one blaming the target and the other this suite", () => {
  expect(outcomeFor("failed")).toEqual({ kind: "fail", error: new NonConformanceError("why") });
  expect(outcomeFor("errored")).toEqual({ kind: "fail", error: new SuiteDefectError("why") });
});

test("an observation passes, whatever was seen", () => {
  const requirement = "callback-url.port";
  const result = exampleObservation(requirement, { reason: "not seen" });
  expect(outcomeOf({ judgement: { requirement, result, exchanges: [] } })).toEqual({ kind: "pass" });
});

test("where no valid request is accepted nothing passes", () => {
  const refusal = { code: "unknown-key", reason: "Nobody has that key." } as const;
  expect(outcomeOf({ refusal })).toEqual({ kind: "skip", reason: "Nobody has that key." });
});
