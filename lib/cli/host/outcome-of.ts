import { reasonOf } from "../../reporters/text/reason-of.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import type { CheckResult } from "../../engine/record/result.ts";
import type { JudgedRow } from "../../engine/run/steps.ts";
import { clipMiddle } from "../../text/clip.ts";
import { findingFacts, sectionsText } from "../../reporters/text/finding-facts.ts";
import { terminalText } from "../../text/terminal-text.ts";

const MAX_SIDE_CHARS = 600;

/** A failure for a test runner: the requirement and its sections, the actual answer, and the command that reproduces it. */
function failureText(result: CheckResult, replay: string | undefined): string {
  const { text, level, sections } = result;
  const facts = findingFacts({ ...result, ...(replay !== undefined && { replay }) }, []);
  return [
    `${text} (${level}, ${sectionsText(sections)})`,
    ...facts.map((fact) => `${fact.name.padEnd(9)} ${terminalText(clipMiddle(fact.text, MAX_SIDE_CHARS))}`),
  ].join("\n");
}

/** Reports a result to the test runner. */
export type TestOutcome =
  | { readonly kind: "pass" }
  | { readonly kind: "skip"; readonly reason: string }
  | { readonly kind: "fail"; readonly error: Error };

/** The target broke a requirement. By its name a reporter of tests counts it as failed, not as broken. */
export class NonConformanceError extends Error {
  override name = "NonConformanceAssertionError";
}

/** A check of the suite broke. The test runner shows this error. */
export class SuiteDefectError extends Error {
  override name = "SuiteDefectError";
}

/**
 * Only a kept requirement passes. One without a verdict is skipped with its reason.
 * @param replayOf the command that reproduces the failure of a requirement
 */
export function outcomeOf(
  { judgement, refusal }: JudgedRow,
  replayOf: (requirement: RequirementId) => string,
): TestOutcome {
  if (refusal !== undefined) return { kind: "skip", reason: refusal.reason };
  if (judgement === undefined || !("verdict" in judgement.result)) return { kind: "pass" };
  const { result } = judgement;
  switch (result.verdict) {
    case "waived":
    case "inapplicable":
    case "uncovered":
    case "inconclusive":
      return { kind: "skip", reason: `${result.verdict}: ${reasonOf(result)}` };
    case "failed":
      return failed(result, replayOf);
    case "errored":
      return { kind: "fail", error: withoutStack(new SuiteDefectError(reasonOf(result))) };
    default:
      return { kind: "pass" };
  }
}

function failed(result: CheckResult, replayOf: (requirement: RequirementId) => string): TestOutcome {
  const replay = result.violation === undefined ? undefined : replayOf(result.requirement);
  return { kind: "fail", error: withoutStack(new NonConformanceError(failureText(result, replay))) };
}

function withoutStack(error: Error): Error {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
