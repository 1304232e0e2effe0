import type { CheckEvidence } from "../stored/evidence-schema.ts";
import type { StoredCheck } from "../stored/run-result.ts";
import { reasonOf } from "../text/reason-of.ts";
import { exchangeExcerpt } from "../text/exchange-excerpt.ts";
import { findingFacts, sectionsText } from "../text/finding-facts.ts";

const SIZE = { step: 300, last: 600 };

/** The exchanges that explain a violation: one line for each request, and one for its answer. */
function junitExchanges(check: StoredCheck, evidence: readonly CheckEvidence[]): string[] {
  const own = evidence.find(({ requirement }) => requirement === check.requirement);
  const { parts } = exchangeExcerpt(check, own?.exchanges ?? [], SIZE);
  return parts.flatMap(({ exchange: { index, caller }, sent, came }) => [
    `sent: #${index} ${caller} ${sent}`,
    `answered: ${came}`,
  ]);
}

/** A check as build servers show it: one test case. Its texts are as the target wrote them. */
export interface TestCase {
  readonly check: StoredCheck;
  /** One sentence. Empty for a check that passed. */
  readonly message: string;
  /** The requirement, what was expected, and the exchanges of a failure. Empty if the check passed or did not run. */
  readonly details: string;
}

/** The cases of a run: root failures first, with their areas, then their followers, then the other cases. */
export function testCases(checks: readonly StoredCheck[], evidence: readonly CheckEvidence[]): TestCase[] {
  return checks
    .toSorted((one, other) => rank(one) - rank(other))
    .map((check) => ({
      check,
      message: messageOf(check),
      details: hasDetails(check)
        ? [
            `${check.text} (${sectionsText(check.sections)})`,
            ...findingFacts(check, checks).map(({ name, text }) => `${name}: ${text}`),
            ...junitExchanges(check, evidence),
          ].join("\n")
        : "",
    }));
}

function rank({ verdict, follows }: StoredCheck): number {
  if (verdict !== "failed" && verdict !== "errored") return 2;
  return follows === undefined ? 0 : 1;
}

function messageOf(check: StoredCheck): string {
  const reason = reasonOf(check);
  switch (check.verdict) {
    case "passed":
    case "observed":
      return "";
    case "failed":
      return check.follows === undefined ? reason : `follows from ${check.follows.join(", ")}`;
    case "waived":
      return waivedText(check);
    case "inapplicable":
    case "uncovered":
      return `${check.verdict}: ${reason}`;
    case "warned":
      return `warned: ${reason}`;
    default:
      return reason;
  }
}

function hasDetails({ verdict, follows }: StoredCheck): boolean {
  const isRoot = verdict === "failed" && follows === undefined;
  return isRoot || verdict === "waived" || verdict === "errored" || verdict === "inconclusive";
}

function waivedText({ waiver }: StoredCheck): string {
  return waiver === undefined
    ? "waived"
    : `waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`;
}
