import type { CheckEvidence } from "../stored/evidence-schema.ts";
import {
  type StoredCheck,
  type StoredVerdict,
  type StoredWaiver,
  endedEarly,
  type RunResult,
} from "../stored/run-result.ts";
import { waiverProblem } from "../stored/waiver-problem.ts";
import { xmlText } from "../../text/xml-text.ts";
import { reasonOf } from "../text/shared-reasons.ts";
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
interface TestCase {
  readonly check: StoredCheck;
  /** One sentence. Empty for a check that passed. */
  readonly message: string;
  /** The requirement, what was expected, and the exchanges of a failure. Empty if the check passed or did not run. */
  readonly details: string;
}

/** The cases of a run: root failures first, with their areas, then their followers, then the other cases. */
function testCases(checks: readonly StoredCheck[], evidence: readonly CheckEvidence[]): TestCase[] {
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

/** The checks of a run as JUnit XML: one suite per area, one case per requirement. */
export function junitXml(result: RunResult, evidence: readonly CheckEvidence[]): string {
  const cases = testCases(result.checks, evidence);
  const areas = Map.groupBy(cases, ({ check }) => check.area);
  const broken = result.waivers.filter((waiver) => waiverProblem(waiver) !== undefined);
  const suites = [...areas].map(([area, own]) => suiteElement(area, own, result.startedAt));
  const isEndedEarly = endedEarly(result);
  const besides = { failures: broken.length, errors: isEndedEarly ? 1 : 0 };
  const attributes = `${totals(cases, besides)} time="${seconds(result.durationMs)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xmlText(`${result.suite.name}: ${result.target.name}`)}" ${attributes}>`,
    ...suites,
    ...(isEndedEarly ? [runElement(result)] : []),
    ...(broken.length === 0 ? [] : [waiversElement(broken, result.checks)]),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteElement(area: string, cases: readonly TestCase[], startedAt: string): string {
  const time = seconds(cases.reduce((sum, { check }) => sum + check.durationMs, 0));
  return [
    `  <testsuite name="${xmlText(area)}" ${totals(cases)} time="${time}" timestamp="${startedAt.slice(0, 19)}">`,
    ...cases.map(caseElement),
    "  </testsuite>",
  ].join("\n");
}

function caseElement(one: TestCase): string {
  const { check } = one;
  const name = `name="${xmlText(check.requirement)}" classname="${xmlText(check.area)}"`;
  const open = `    <testcase ${name} time="${seconds(check.durationMs)}">`;
  return `${open}${propertiesElement(check)}${outcome(one)}</testcase>`;
}

/** Properties by which a dashboard groups. */
function propertiesElement({
  requirement,
  level,
  sections,
}: Pick<StoredCheck, "requirement"> & Partial<Pick<StoredCheck, "level" | "sections">>): string {
  const elements = Object.entries({ requirement, level, sections: sections?.join(", ") }).flatMap(
    ([name, value]) => (value === undefined ? [] : `<property name="${name}" value="${xmlText(value)}"/>`),
  );
  return `<properties>${elements.join("")}</properties>`;
}

function outcome({ check, ...text }: TestCase): string {
  const [message, details] = [xmlText(text.message), xmlText(text.details)];
  switch (check.verdict) {
    case "failed":
      return details === ""
        ? `<failure type="${check.level}" message="${message}"/>`
        : `<failure type="${check.level}" message="${message}">${details}</failure>`;
    case "errored":
    case "inconclusive":
      return `<error type="${check.verdict}" message="${message}">${details}</error>`;
    case "waived":
      return `<skipped message="${message}"/><system-out>${details}</system-out>`;
    case "inapplicable":
    case "uncovered":
      return `<skipped message="${message}"/>`;
    case "warned":
      return `<system-out>${message}</system-out>`;
    default:
      return "";
  }
}

/** A run without checks, or that ended early, must not look like a green one. */
function runElement({ verdict, reason }: RunResult): string {
  const message = xmlText(`${verdict}: ${reason ?? "nothing was checked"}`);
  return [
    '  <testsuite name="run" tests="1" failures="0" errors="1" skipped="0" time="0">',
    `    <testcase name="run" classname="run" time="0"><error type="${verdict}" message="${message}"/></testcase>`,
    "  </testsuite>",
  ].join("\n");
}

/** Waivers that fail the run. */
function waiversElement(broken: readonly StoredWaiver[], checks: readonly StoredCheck[]): string {
  const cases = broken.map((waiver) => {
    const { requirement } = waiver;
    const message = xmlText(waiverProblem(waiver) ?? "");
    const properties = propertiesElement(
      checks.find((check) => check.requirement === requirement) ?? { requirement },
    );
    return `    <testcase name="${message}" classname="waivers" time="0">${properties}<failure type="waiver" message="${message}"/></testcase>`;
  });
  const attributes = `tests="${cases.length}" failures="${cases.length}" errors="0" skipped="0" time="0"`;
  return [`  <testsuite name="waivers" ${attributes}>`, ...cases, "  </testsuite>"].join("\n");
}

function totals(cases: readonly TestCase[], besides = { failures: 0, errors: 0 }): string {
  const count = (...verdicts: StoredVerdict[]) =>
    cases.filter(({ check }) => verdicts.includes(check.verdict)).length;
  return [
    `tests="${cases.length + besides.failures + besides.errors}"`,
    `failures="${count("failed") + besides.failures}"`,
    `errors="${count("errored", "inconclusive") + besides.errors}"`,
    `skipped="${count("waived", "inapplicable", "uncovered")}"`,
  ].join(" ");
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}
