import { catalogue } from "../requirements/catalogue.ts";
import type { CheckResult } from "../result.ts";
import type { RunResult } from "./run-result.ts";
import { xmlText } from "./text/xml-text.ts";

/** The checks of a run as JUnit XML: one suite per area, one case per requirement. */
export function junitXml(result: RunResult): string {
  const areas = Map.groupBy(result.checks, ({ area }) => area);
  const suites = [...areas].map(([area, checks]) => suiteElement(area, checks, result.startedAt));
  const attributes = `${totals(result.checks)} time="${seconds(result.durationMs)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xmlText(`${result.suite.name}: ${result.target.name}`)}" ${attributes}>`,
    ...suites,
    ...(suites.length === 0 ? [emptyRunElement(result)] : []),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteElement(area: string, checks: readonly CheckResult[], startedAt: string): string {
  const time = seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0));
  return [
    `  <testsuite name="${xmlText(area)}" ${totals(checks)} time="${time}" timestamp="${startedAt.slice(0, 19)}">`,
    ...checks.map(caseElement),
    "  </testsuite>",
  ].join("\n");
}

function caseElement(check: CheckResult): string {
  const name = `name="${xmlText(check.requirement)}" classname="${xmlText(check.area)}"`;
  const open = `    <testcase ${name} time="${seconds(check.durationMs)}"`;
  const content = outcome(check);
  return content === "" ? `${open}/>` : `${open}>${content}</testcase>`;
}

function outcome(check: CheckResult): string {
  const reason = xmlText(check.reason ?? check.verdict);
  switch (check.verdict) {
    case "failed":
      return `<failure type="${check.level}" message="${reason}">${xmlText(details(check))}</failure>`;
    case "errored":
      return `<error type="errored" message="${reason}">${xmlText(details(check))}</error>`;
    case "inapplicable":
    case "uncovered":
    case "inconclusive":
      return `<skipped message="${check.verdict}: ${reason}"/>`;
    case "warned":
      return `<system-out>warned: ${reason}</system-out>`;
    default:
      return "";
  }
}

function details({ requirement, sections, violation, counterexample, replay, reason }: CheckResult): string {
  return [
    `${catalogue[requirement].text} (sections ${sections.join(", ")})`,
    ...(violation === undefined
      ? [reason ?? ""]
      : [`expected: ${violation.expected}`, `actual: ${violation.actual}`]),
    ...(counterexample === undefined ? [] : [`input: ${counterexample}`]),
    ...(replay === undefined ? [] : [`replay: ${replay}`]),
  ].join("\n");
}

/** A run without checks must not look like a green one. */
function emptyRunElement({ verdict, reason }: RunResult): string {
  const message = xmlText(reason ?? "nothing was judged");
  return [
    '  <testsuite name="run" tests="1" failures="0" errors="1" skipped="0">',
    `    <testcase name="run" classname="run"><error type="${verdict}" message="${message}"/></testcase>`,
    "  </testsuite>",
  ].join("\n");
}

function totals(checks: readonly CheckResult[]): string {
  const count = (...verdicts: string[]) => checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return [
    `tests="${checks.length}"`,
    `failures="${count("failed")}"`,
    `errors="${count("errored")}"`,
    `skipped="${count("inapplicable", "uncovered", "inconclusive")}"`,
  ].join(" ");
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}
