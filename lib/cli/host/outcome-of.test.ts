import { assert, expect, test } from "vitest";
import type { CheckResult } from "../../engine/record/result.ts";
import { exampleCheck, exampleObservation } from "../../reporters/testing/example-result.ts";
import type { Verdict } from "../../engine/record/verdict.ts";
import { NonConformanceError, outcomeOf, SuiteDefectError } from "./outcome-of.ts";

const replayOf = (id: string) => `replay ${id}`;
const outcomeFor = (verdict: Verdict, more: Partial<CheckResult> = {}) => {
  const requirement = "register.accepts";
  const result = exampleCheck(requirement, { verdict, reason: "why", ...more });
  return outcomeOf({ judgement: { requirement, result, exchanges: [] } }, replayOf);
};

test.each(["passed", "warned"] as const)("%s passes", (verdict) => {
  expect(outcomeFor(verdict)).toEqual({ kind: "pass" });
});

test.each(["inapplicable", "uncovered", "inconclusive"] as const)("%s is skipped, never green", (verdict) => {
  expect(outcomeFor(verdict)).toEqual({ kind: "skip", reason: `${verdict}: why` });
});

test("failed and errored fail, the one blaming the target and the other this suite", () => {
  const failed = outcomeFor("failed");
  assert(failed.kind === "fail");
  expect(failed.error).toBeInstanceOf(NonConformanceError);
  expect(outcomeFor("errored")).toEqual({ kind: "fail", error: new SuiteDefectError("why") });
});

test("a failure says the sentence, its sections, what came instead, and how to see it again", () => {
  const violation = { expected: "an acceptance", actual: "HTTP 500\u001b[31m" };
  const failed = outcomeFor("failed", { violation, text: "A register is accepted.", sections: ["2.2", "7"] });
  assert(failed.kind === "fail");
  const { message } = failed.error;
  expect(message.split("\n")).toEqual([
    expect.stringMatching(/^A register is accepted\. \(\w+, §2\.2, §7\)$/),
    "expected  an acceptance",
    expect.stringMatching(/^actual    HTTP 500/),
    "replay    replay register.accepts",
  ]);
  expect(message).not.toContain("\u001b");
});

test("an observation passes, whatever was seen", () => {
  const requirement = "callback-url.unusual-forms";
  const result = exampleObservation(requirement, { reason: "not seen" });
  expect(outcomeOf({ judgement: { requirement, result, exchanges: [] } }, replayOf)).toEqual({
    kind: "pass",
  });
});

test("where no valid request is accepted nothing passes", () => {
  const refusal = { code: "unknown-key", reason: "Nobody has that key." } as const;
  expect(outcomeOf({ refusal }, replayOf)).toEqual({ kind: "skip", reason: "Nobody has that key." });
});
