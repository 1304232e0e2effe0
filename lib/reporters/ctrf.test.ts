import { calculateSummary, type CTRFReport, validateStrict } from "ctrf";
import { expect, test } from "vitest";
import { buildRunResult } from "./build-run-result.ts";
import { ctrfOf } from "./ctrf.ts";
import type { RunResult } from "./run-result.ts";
import { exampleCheck, exampleHeader, exampleJudgements, exampleResult } from "./testing/example-result.ts";
import { toJson } from "./to-json.ts";

const REQUESTS = { sent: 0, retried: 0, rateLimited: 0 };
const ENDING = { judgements: [], requests: REQUESTS, restored: [], durationMs: 3.4 };

/** The report of a run, as the reference implementation of the format reads it. */
function reportOf(result: RunResult, judgements = exampleJudgements()): CTRFReport {
  const report: unknown = JSON.parse(toJson(ctrfOf(result, judgements)));
  validateStrict(report);
  const { tests, summary } = report.results;
  expect(calculateSummary(tests)).toMatchObject({
    tests: summary.tests,
    passed: summary.passed,
    failed: summary.failed,
    skipped: summary.skipped,
    other: summary.other,
  });
  return report;
}

test("each verdict has a status, and the report keeps the verdict", () => {
  const { tests, environment } = reportOf(exampleResult()).results;
  expect(Object.fromEntries(tests.map(({ rawStatus, status }) => [rawStatus, status]))).toEqual({
    failed: "failed",
    errored: "failed",
    passed: "passed",
    warned: "passed",
    inconclusive: "other",
    uncovered: "skipped",
    inapplicable: "skipped",
  });
  expect(tests[0]).toMatchObject({
    testId: "register.stores",
    suite: ["register"],
    duration: 13,
    labels: { level: "stated", sections: ["1", "2.1", "3.2"] },
  });
  expect(environment).toMatchObject({ appName: "sandbox", healthy: false, extra: { exitCode: 5 } });
});

test("a failure has what was expected and its exchanges, and a follower names its root", () => {
  const root = exampleCheck("register.stores", {
    verdict: "failed",
    violation: { expected: "the URL as given", actual: "another", exchange: 1 },
  });
  const follower = exampleCheck("query.answers", { verdict: "failed", follows: ["register.stores"] });
  const [, ...others] = exampleJudgements();
  const judgements = [root, follower].map((result, at) => ({
    requirement: result.requirement,
    result,
    exchanges: others[at]?.exchanges ?? [],
  }));
  const { tests } = reportOf(buildRunResult(exampleHeader, { ...ENDING, judgements }), judgements).results;
  expect(tests[0]?.trace).toContain("expected: the URL as given\nactual: another\nsent: #1 alpha POST ");
  expect(tests[1]).toMatchObject({ status: "failed", message: "follows from register.stores" });
  expect(tests[1]?.trace).toBeUndefined();
});

test("text of a target has no control character", () => {
  const text = JSON.stringify(reportOf(exampleResult()));
  // oxlint-disable-next-line no-control-regex -- what must not come through
  expect(text).not.toMatch(/\\u00|[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(text).toContain(String.raw`\\x1b[31m`);
});

test.each([
  ["unreachable", { unreachable: true, reason: "The first request got no answer." }],
  ["interrupted", { interrupted: true }],
] as const)("a run that is %s is a failed test, not an empty report", (verdict, how) => {
  const { tests } = reportOf(buildRunResult(exampleHeader, { ...ENDING, ...how }), []).results;
  expect(tests).toMatchObject([{ name: "run", status: "failed", rawStatus: verdict }]);
});

test("a waiver that fails the run is a failed test", () => {
  const waiver = {
    requirement: "register.accepts",
    file: "waivers.yaml",
    line: 1,
    reason: "known",
    owner: "us",
    expires: "2026-01-01",
    state: "expired",
  } as const;
  const { tests } = reportOf({ ...exampleResult(), waivers: [waiver] }).results;
  expect(tests.at(-1)).toMatchObject({ suite: ["waivers"], status: "failed", rawStatus: "expired" });
});
