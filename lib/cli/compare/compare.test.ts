import { expect, test } from "vitest";
import { compareSubjects } from "./compare.ts";
import { comparisonLines, comparisonMarkdown } from "./comparison-text.ts";
import type { JudgedCheck, Subject } from "./subject.ts";

const run: NonNullable<Subject["run"]> = {
  verdict: "conformant",
  exitCode: 0,
  requests: { sent: 10, retried: 0, rateLimited: 0 },
  depth: "quick",
  target: { name: "sandbox", baseUrl: "https://sandbox.example", authMode: "api-key" },
  selection: { selectors: [], skip: [], levels: [] },
};
const subject = (rest: Partial<Subject>): Subject => ({
  name: "sandbox",
  run,
  judges: true,
  checks: [],
  observations: [],
  facts: {},
  ...rest,
});
const checks = (...verdicts: JudgedCheck["verdict"][]) =>
  subject({ checks: verdicts.map((verdict, index) => ({ requirement: `a.${index}`, verdict })) });
const seen = (value: unknown, depth: "quick" | "standard" = "quick") =>
  subject({ run: { ...run, depth }, observations: [{ requirement: "b.c", value }] });
const stable = (value: unknown) => ({ value, stable: true });

test.each([
  ["passed", "failed", true],
  ["passed", "inconclusive", true],
  ["warned", "errored", true],
  ["passed", "warned", false],
  ["passed", "waived", false],
  ["failed", "passed", false],
  ["inconclusive", "failed", false],
] as const)("from %s to %s is a change; a regression: %s", (before, after, regression) => {
  const comparison = compareSubjects(checks(before), checks(after));
  expect(comparison.verdicts).toEqual([{ requirement: "a.0", before, after, regression }]);
  expect(comparison.regression).toBe(regression);
});

test("new failures and mended ones are listed by id, also under the same verdict of the run", () => {
  const { newFailures, mended, verdicts } = compareSubjects(
    checks("failed", "failed", "failed", "passed", "inconclusive", "uncovered", "waived"),
    checks("failed", "passed", "uncovered", "failed", "failed", "failed", "failed"),
  );
  expect(newFailures.map(({ requirement }) => requirement)).toEqual(["a.3", "a.4", "a.5", "a.6"]);
  expect(mended).toEqual([{ requirement: "a.1", before: "failed", after: "passed" }]);
  expect(verdicts).toHaveLength(6);
});

test("a check of one side only is reported, and alone it is not a regression", () => {
  const comparison = compareSubjects(
    checks("passed", "passed", "uncovered"),
    checks("passed", "inapplicable", "passed"),
  );
  expect(comparison.noLongerJudged).toEqual([
    { requirement: "a.1", before: "passed", after: "inapplicable" },
  ]);
  expect(comparison.newlyJudged).toEqual([{ requirement: "a.2", before: "uncovered", after: "passed" }]);
  expect(compareSubjects(checks("passed"), checks()).noLongerJudged).toEqual([
    { requirement: "a.0", before: "passed", after: "not run" },
  ]);
  expect(comparison.regression).toBe(false);
  const text = comparisonLines(comparison, (_, words) => words).join("\n");
  expect(text.match(/a\.1/g)).toHaveLength(1);
  expect(text.match(/a\.2/g)).toHaveLength(1);
});

/** The lines about six checks that passed before, and have another verdict after. */
function linesAfter(verdict: JudgedCheck["verdict"], reason: string): readonly string[] {
  const ids = ["a.0", "a.1", "a.2", "a.3", "a.4", "a.5"];
  const after = subject({ checks: ids.map((requirement) => ({ requirement, verdict, reason })) });
  const before = checks(...ids.map(() => "passed" as const));
  return comparisonLines(compareSubjects(before, after), (_, text) => text);
}

test("requirements that changed alike, for one reason, are named together, and each failure alone", () => {
  expect(linesAfter("inapplicable", "not implemented")).toContain("  a.0, a.1, a.2, a.3 and 2 more");
  expect(linesAfter("failed", "wrong")).toEqual(expect.arrayContaining(["  a.0", "  a.5"]));
});

test("a run that ended well and then does not is a regression, also without a check", () => {
  const lost = subject({ run: { ...run, verdict: "unreachable", exitCode: 4 } });
  expect(compareSubjects(subject({}), lost)).toMatchObject({
    regression: true,
    runVerdict: { after: "unreachable" },
  });
  expect(compareSubjects(lost, subject({})).regression).toBe(false);
});

test("an observation is compared in what differs", () => {
  const [change, ...others] = compareSubjects(
    seen(stable({ a: 1, b: { c: 1, d: 2 } })),
    seen(stable({ a: 1, b: { c: 3, d: 2 } })),
  ).observations;
  expect(change).toEqual({ requirement: "b.c", part: "b, c", before: "1", after: "3" });
  expect(others).toEqual([]);
  expect(compareSubjects(seen(stable({ a: 1, b: 2 })), seen(stable({ b: 2, a: 1 }))).observations).toEqual(
    [],
  );
  const varying = seen({ value: { a: [1, 2] }, stable: false, varies: ["a"] });
  expect(compareSubjects(seen(stable({ a: 1 })), varying).observations).toEqual([
    { requirement: "b.c", part: "a", before: "1", after: "1 or 2 (varies)" },
  ]);
  expect(compareSubjects(seen(stable({ a: 1 })), seen(undefined)).observations).toHaveLength(1);
});

test("at different depths only what both have observed counts", () => {
  const [quick, standard] = [seen(stable({ a: 1 })), seen(stable({ a: 1, b: 2 }), "standard")];
  expect(compareSubjects(quick, standard).observations).toEqual([]);
  expect(compareSubjects(seen(undefined), standard).observations).toEqual([]);
  expect(compareSubjects(seen(stable({ a: 2 })), standard).observations).toHaveLength(1);
});

const taking = (medianMs: number) =>
  subject({
    observations: [{ requirement: "limits.latency", value: { value: { medianMs }, stable: false } }],
  });

test("latency and requests are reported, and are never a change", () => {
  const comparison = compareSubjects(taking(1), taking(50));
  expect(comparison).toMatchObject({
    latencyMs: { before: 1, after: 50 },
    requests: { before: 10, after: 10 },
    observations: [],
  });
});

test("a reader finds the new failures first, and no text of a target does anything", () => {
  const hostile = "\u001b[31m|<b>@all";
  const before = checks("passed", "failed");
  const after = subject({
    checks: [
      { requirement: "a.0", verdict: "failed", reason: hostile },
      { requirement: "a.1", verdict: "passed" },
    ],
  });
  const comparison = compareSubjects(before, after);
  const lines = comparisonLines(comparison, (_, text) => text);
  expect(lines.filter((line) => line !== "")).toEqual([
    "before    sandbox",
    "after     sandbox",
    "requests  10 → 10",
    "New failures",
    "  a.0",
    "    passed → failed",
    String.raw`    \x1b[31m|<b>@all`,
    "Mended",
    "  a.1",
    "    failed → passed",
    "A regression.",
  ]);
  const markdown = comparisonMarkdown(compareSubjects(before, subject({ name: hostile })));
  for (const harm of ["<b>", "@all", "\u001b"]) expect(markdown).not.toContain(harm);
  expect(comparisonMarkdown(compareSubjects(before, before))).toMatch(/^## No change\n/);
});

const covered = (state: "judged" | "refused" | "uncovered") =>
  subject({ operations: [{ operation: "transaction/query", state }] });

test("an operation that lost its coverage is a regression, unless the other side says nothing of it", () => {
  const lost = compareSubjects(covered("judged"), covered("uncovered"));
  expect(lost.regression).toBe(true);
  expect(lost.lostOperations).toEqual([
    { requirement: "transaction/query", before: "judged", after: "uncovered" },
  ]);
  expect(comparisonLines(lost, (_style, text) => text)).toContain("Operations that lost their coverage");
  for (const after of [covered("judged"), subject({})])
    expect(compareSubjects(covered("judged"), after)).toMatchObject({
      lostOperations: [],
      regression: false,
    });
  expect(compareSubjects(covered("refused"), covered("uncovered")).regression).toBe(false);
});

test.each(["unreachable", "interrupted", "defect"] as const)("a run that is %s is never good", (verdict) => {
  const dead = subject({ run: { ...run, verdict, exitCode: 4 } });
  const red = subject({ run: { ...run, verdict: "non-conformant", exitCode: 1 }, checks: RED });
  const comparison = compareSubjects(red, dead);
  expect(comparison).toMatchObject({
    regression: true,
    checkedLess: [`${verdict}, nothing was checked`],
  });
  expect(comparisonLines(comparison, (_style, text) => text).slice(-3)).toEqual([
    "",
    `After: ${verdict}, nothing was checked.`,
    "Less was checked than before.",
  ]);
  const { run: _run, ...pinned } = subject({ judges: false });
  expect(compareSubjects(pinned, dead).regression).toBe(true);
});

const KEPT_ONE: JudgedCheck = { requirement: "a.0", verdict: "passed" };
const FAILED_ONE: JudgedCheck = { requirement: "a.1", verdict: "failed" };
const RED = [KEPT_ONE, FAILED_ONE];
const ran = (rest: Partial<NonNullable<Subject["run"]>>, ...verdicts: Subject["checks"]) =>
  subject({ run: { ...run, ...rest }, checks: verdicts });
const { selection: _selection, ...older } = run;
const onlyOne = { selectors: ["a.0"], skip: [], levels: [] };

test.each([
  [
    "narrower",
    ran({ selection: onlyOne }, KEPT_ONE),
    ["another selection (a.0 only): 1 requirement was not run"],
  ],
  [
    "of an older version",
    subject({ run: older, checks: [KEPT_ONE] }),
    ["another selection: 1 requirement was not run"],
  ],
  ["without a requirement that a newer version removed", ran({}, KEPT_ONE), []],
  ["wider", ran({ selection: onlyOne }, ...RED, { requirement: "a.2", verdict: "passed" }), []],
  ["deeper", ran({ depth: "deep" }, ...RED), []],
  ["only observing", ran({ verdict: "incomplete" }), ["incomplete, nothing was checked"]],
  [
    "undecided",
    ran({ verdict: "incomplete" }, KEPT_ONE, { ...FAILED_ONE, verdict: "inconclusive" }),
    ["1 requirement checked before is not decided now: a.1"],
  ],
  [
    "prevented by another failure",
    ran({}, KEPT_ONE, { ...FAILED_ONE, verdict: "inconclusive", follows: ["a.2"] }),
    [],
  ],
  [
    "covered less by the profile",
    ran({}, { ...KEPT_ONE, verdict: "uncovered", code: "need-not-offered" }, FAILED_ONE),
    ["1 requirement checked before is not covered now: a.0"],
  ],
  [
    "without a field that the target may leave out",
    ran({}, { ...KEPT_ONE, verdict: "uncovered", code: "never-returned" }, FAILED_ONE),
    [],
  ],
] as const)("a second run that is %s", (_name, after, checkedLess) => {
  expect(compareSubjects(subject({ checks: RED }), after)).toMatchObject({
    checkedLess,
    regression: checkedLess.length > 0,
  });
});

test("a lower depth checks less", () => {
  expect(
    compareSubjects(ran({ depth: "deep" }, ...RED), ran({ depth: "standard" }, ...RED)).checkedLess,
  ).toEqual(["depth standard instead of deep"]);
});
