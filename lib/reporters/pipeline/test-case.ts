import type { CheckEvidence } from "../stored/evidence-schema.ts";
import type { StoredCheck } from "../stored/run-result.ts";
import { reasonOf } from "../text/reason-of.ts";
import { followersText } from "../text/root-failures.ts";
import { clipText, clipAround, clipMiddle } from "../../text/clip.ts";
import { exchangeExcerpt } from "../text/exchange-excerpt.ts";
import { membersInViolation } from "../text/members-in-violation.ts";
import { shownExchanges } from "../text/shown-exchanges.ts";
import { answerText, requestText } from "../text/request-text.ts";

/** Of all exchanges of a failure. */
const MAX_CHARS = 4_000;
const MIN_CHARS = 150;

/** The exchanges that explain a violation: one line for each request, and one for its answer. */
function junitExchanges(check: StoredCheck, evidence: readonly CheckEvidence[]): string[] {
  const own = evidence.find(({ requirement }) => requirement === check.requirement);
  const { parts } = exchangeExcerpt(shownExchanges(check, own?.exchanges ?? []), check.violation);
  if (parts.length === 0) return [];
  const share = Math.max(MIN_CHARS, Math.floor(MAX_CHARS / (2 * parts.length)));
  const lines = parts.flatMap(({ exchange }) => [
    `sent: #${exchange.index} ${exchange.caller} ${clipMiddle(requestText(exchange), share)}`,
    `answered: ${clipAround(answerText(exchange), share, membersInViolation(check.violation))}`,
  ]);
  return [clipText(lines.join("\n"), MAX_CHARS)];
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
    .map((check) => {
      const followers = followersText(check, checks);
      const lines = [...junitExchanges(check, evidence), ...(followers === undefined ? [] : [followers])];
      return { check, message: messageOf(check), details: detailsOf(check, lines) };
    });
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

function detailsOf(check: StoredCheck, evidence: readonly string[]): string {
  const { verdict } = check;
  if (verdict === "waived" || (verdict === "failed" && check.follows === undefined))
    return [expectation(check), ...evidence].join("\n");
  return verdict === "errored" || verdict === "inconclusive" ? expectation(check) : "";
}

function waivedText({ waiver }: StoredCheck): string {
  return waiver === undefined
    ? "waived"
    : `waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`;
}

function expectation({ text, sections, violation, counterexample, replay, reason }: StoredCheck): string {
  return [
    `${text} (sections ${sections.join(", ")})`,
    ...(violation === undefined
      ? [reason ?? ""]
      : [`expected: ${violation.expected}`, `actual: ${violation.actual}`]),
    ...(violation?.difference === undefined ? [] : [`differs: ${violation.difference}`]),
    ...(counterexample === undefined ? [] : [`input: ${counterexample}`]),
    ...(replay === undefined ? [] : [`replay: ${replay}`]),
  ].join("\n");
}
