import { reasonOf } from "../../engine/reason-of.ts";
import type { JudgedRow } from "../../engine/steps.ts";

/** What a test says to its runner about a result. */
export type TestOutcome =
  | { readonly kind: "pass" }
  | { readonly kind: "skip"; readonly reason: string }
  | { readonly kind: "fail"; readonly error: Error };

/** The target broke a requirement, as a test runner shows it. */
export class NonConformanceError extends Error {
  override name = "NonConformanceError";
}

/** A check of ours broke, as a test runner shows it. */
export class SuiteDefectError extends Error {
  override name = "SuiteDefectError";
}

/** Only what was judged and held passes; what could not be judged is skipped with its reason. */
export function outcomeOf({ judgement, refusal }: JudgedRow): TestOutcome {
  if (refusal !== undefined) return { kind: "skip", reason: refusal.reason };
  if (judgement === undefined || !("verdict" in judgement.result)) return { kind: "pass" };
  const { result } = judgement;
  const reason = reasonOf(result);
  switch (result.verdict) {
    case "waived":
    case "inapplicable":
    case "uncovered":
    case "inconclusive":
      return { kind: "skip", reason: `${result.verdict}: ${reason}` };
    case "failed":
      return { kind: "fail", error: withoutStack(new NonConformanceError(reason)) };
    case "errored":
      return { kind: "fail", error: withoutStack(new SuiteDefectError(reason)) };
    default:
      return { kind: "pass" };
  }
}

function withoutStack(error: Error): Error {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
