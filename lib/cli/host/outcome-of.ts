import { reasonOf } from "../../engine/reason-of.ts";
import type { RequirementId } from "../../engine/requirement.ts";
import type { CheckResult } from "../../engine/result.ts";
import type { JudgedRow } from "../../engine/steps.ts";
import { failureText } from "./failure-text.ts";

/** What a test says to its runner about a result. */
export type TestOutcome =
  | { readonly kind: "pass" }
  | { readonly kind: "skip"; readonly reason: string }
  | { readonly kind: "fail"; readonly error: Error };

/** What is known of failures beside their judgement. */
export interface FailureTerms {
  /** Requirements that failed in the baseline: they do not fail a test. */
  readonly known: readonly RequirementId[];
  /** The command that shows the failure of a requirement again. */
  readonly replayOf: (requirement: RequirementId) => string;
}

/** The target broke a requirement, as a test runner shows it. By its name Allure counts it as failed, not as broken. */
export class NonConformanceError extends Error {
  override name = "NonConformanceAssertionError";
}

/** A check of ours broke, as a test runner shows it. */
export class SuiteDefectError extends Error {
  override name = "SuiteDefectError";
}

/** Only what was judged and held passes; what could not be judged is skipped with its reason. */
export function outcomeOf({ judgement, refusal }: JudgedRow, terms: FailureTerms): TestOutcome {
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
      return failed(result, terms);
    case "errored":
      return { kind: "fail", error: withoutStack(new SuiteDefectError(reasonOf(result))) };
    default:
      return { kind: "pass" };
  }
}

function failed(result: CheckResult, { known, replayOf }: FailureTerms): TestOutcome {
  const { requirement, violation, follows = [] } = result;
  const isExplained = follows.length > 0 && follows.every((root) => known.includes(root));
  if (known.includes(requirement) || isExplained)
    return { kind: "skip", reason: `failed in the baseline too: ${reasonOf(result)}` };
  const replay = violation === undefined ? undefined : replayOf(requirement);
  return { kind: "fail", error: withoutStack(new NonConformanceError(failureText(result, replay))) };
}

function withoutStack(error: Error): Error {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
