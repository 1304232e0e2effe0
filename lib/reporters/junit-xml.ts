import { waiverProblem } from "../engine/settle-waivers.ts";
import { reasonOf } from "../engine/reason-of.ts";
import type { CheckResult, Judgement, WaiverResult } from "../engine/result.ts";
import { junitExchanges } from "./junit-exchanges.ts";
import type { RunVerdict } from "../engine/run-verdict.ts";
import type { Verdict } from "../engine/verdict.ts";
import { followersText } from "./root-failures.ts";
import type { RunResult } from "./run-result.ts";
import { outsideText } from "./set-text.ts";
import { xmlText } from "../text/xml-text.ts";

const ENDED_EARLY: readonly RunVerdict[] = ["interrupted", "unreachable"];

/** Attributes of every case. */
interface Source {
  readonly result: RunResult;
  readonly judgements: readonly Judgement[];
}

/** The checks of a run as JUnit XML: one suite per area, one case per requirement. */
export function junitXml(result: RunResult, judgements: readonly Judgement[]): string {
  const areas = Map.groupBy(rootsFirst(result.checks), ({ area }) => area);
  const broken = result.waivers.filter((waiver) => waiverProblem(waiver) !== undefined);
  const suites = [...areas].map(([area, checks]) => suiteElement(area, checks, { result, judgements }));
  const isEndedEarly = suites.length === 0 || ENDED_EARLY.includes(result.verdict);
  const besides = { failures: broken.length, errors: isEndedEarly ? 1 : 0 };
  const attributes = `${totals(result.checks, besides)} time="${seconds(result.durationMs)}"`;
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

/** Root failures first, with their areas, then their followers, then the other cases. */
function rootsFirst(checks: readonly CheckResult[]): readonly CheckResult[] {
  return checks.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ verdict, follows }: CheckResult): number {
  if (verdict !== "failed" && verdict !== "errored") return 2;
  return follows === undefined ? 0 : 1;
}

function suiteElement(area: string, checks: readonly CheckResult[], source: Source): string {
  const { startedAt } = source.result;
  const time = seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0));
  return [
    `  <testsuite name="${xmlText(area)}" ${totals(checks)} time="${time}" timestamp="${startedAt.slice(0, 19)}">`,
    ...checks.map((check) => caseElement(check, source)),
    "  </testsuite>",
  ].join("\n");
}

function caseElement(check: CheckResult, { result, judgements }: Source): string {
  const followers = followersText(check, result.checks);
  const evidence = [...junitExchanges(check, judgements), ...(followers === undefined ? [] : [followers])];
  const name = `name="${xmlText(check.requirement)}" classname="${xmlText(check.area)}"`;
  const open = `    <testcase ${name} time="${seconds(check.durationMs)}">`;
  return `${open}${propertiesElement(check)}${outcome(check, evidence)}</testcase>`;
}

/** Properties by which a dashboard groups. */
function propertiesElement({
  requirement,
  level,
  sections,
}: Pick<CheckResult, "requirement"> & Partial<Pick<CheckResult, "level" | "sections">>): string {
  const elements = Object.entries({ requirement, level, sections: sections?.join(", ") }).flatMap(
    ([name, value]) => (value === undefined ? [] : `<property name="${name}" value="${xmlText(value)}"/>`),
  );
  return `<properties>${elements.join("")}</properties>`;
}

function outcome(check: CheckResult, evidence: readonly string[]): string {
  const reason = xmlText(reasonOf(check));
  const { follows } = check;
  switch (caseVerdict(check)) {
    case "failed":
      if (follows !== undefined)
        return `<failure type="${check.level}" message="follows from ${xmlText(follows.join(", "))}"/>`;
      return `<failure type="${check.level}" message="${reason}">${xmlText([details(check), ...evidence].join("\n"))}</failure>`;
    case "errored":
    case "inconclusive":
      return `<error type="${check.verdict}" message="${reason}">${xmlText(details(check))}</error>`;
    case "waived":
      return `<skipped message="${xmlText(waivedText(check))}"/><system-out>${xmlText([details(check), ...evidence].join("\n"))}</system-out>`;
    case "inapplicable":
    case "uncovered":
      return `<skipped message="${check.verdict}: ${reason}"/>`;
    case "warned":
      return `<system-out>${[`warned: ${reason}`, outsideText(check) ?? []].flat().join("\n")}</system-out>`;
    default:
      return "";
  }
}

/** An undecided check outside of the set of the run is skipped: it must not fail a pipeline. */
function caseVerdict({ verdict, outsideSet }: CheckResult): Verdict {
  return verdict === "inconclusive" && outsideSet !== undefined ? "uncovered" : verdict;
}

function waivedText({ waiver }: CheckResult): string {
  return waiver === undefined
    ? "waived"
    : `waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`;
}

function details({ text, sections, violation, counterexample, replay, reason }: CheckResult): string {
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
function waiversElement(broken: readonly WaiverResult[], checks: readonly CheckResult[]): string {
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

function totals(checks: readonly CheckResult[], besides = { failures: 0, errors: 0 }): string {
  const shown = checks.map(caseVerdict);
  const count = (...verdicts: Verdict[]) => shown.filter((verdict) => verdicts.includes(verdict)).length;
  return [
    `tests="${checks.length + besides.failures + besides.errors}"`,
    `failures="${count("failed") + besides.failures}"`,
    `errors="${count("errored", "inconclusive") + besides.errors}"`,
    `skipped="${count("waived", "inapplicable", "uncovered")}"`,
  ].join(" ");
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}
