import { reasonOf } from "../../reporters/text/shared-reasons.ts";
import type { StoredCheck, StoredObservation } from "../../reporters/stored/run-result.ts";
import { clipMiddle } from "../../text/clip.ts";
import { findingFacts, sectionsText } from "../../reporters/text/finding-facts.ts";
import { terminalText } from "../../text/terminal-text.ts";

const MAX_SIDE_CHARS = 600;

/** Reports a result to the test runner. Plain data. */
export type TestOutcome =
  | { readonly kind: "pass" }
  | { readonly kind: "skip"; readonly reason: string }
  | {
      readonly kind: "fail";
      /** The name of the error. By the word Assertion, a reporter of tests counts it as failed, not as broken. */
      readonly name: string;
      readonly message: string;
    };

/** Only a kept requirement passes. One without a verdict is skipped with its reason. */
export function outcomeOf(result: StoredCheck | StoredObservation): TestOutcome {
  if (!("verdict" in result)) return { kind: "pass" };
  switch (result.verdict) {
    case "waived":
    case "inapplicable":
    case "uncovered":
    case "inconclusive":
      return { kind: "skip", reason: `${result.verdict}: ${reasonOf(result)}` };
    case "failed":
      return { kind: "fail", name: "NonConformanceAssertionError", message: failureText(result) };
    case "errored":
      return { kind: "fail", name: "SuiteDefectError", message: reasonOf(result) };
    default:
      return { kind: "pass" };
  }
}

/** A failure for a test runner: the requirement and its sections, the actual answer, and the command that reproduces it. */
function failureText(result: StoredCheck): string {
  const { text, level, sections } = result;
  return [
    `${text} (${level}, ${sectionsText(sections)})`,
    ...findingFacts(result, []).map(
      (fact) => `${fact.name.padEnd(9)} ${terminalText(clipMiddle(fact.text, MAX_SIDE_CHARS))}`,
    ),
  ].join("\n");
}
