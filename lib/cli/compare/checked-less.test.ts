import { expect, test } from "vitest";
import { compareSubjects } from "./compare.ts";
import { comparisonLines } from "./comparison-text.ts";
import type { Subject } from "./subject.ts";

const run = {
  verdict: "conformant",
  exitCode: 0,
  requests: { sent: 10 },
  depth: "quick",
  target: { name: "sandbox", baseUrl: "https://sandbox.example" },
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
test.each(["unreachable", "interrupted", "defect"])("a run that is %s is never good", (verdict) => {
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

const KEPT_ONE = { requirement: "a.0", verdict: "passed" };
const FAILED_ONE = { requirement: "a.1", verdict: "failed" };
const RED = [KEPT_ONE, FAILED_ONE];
const ran = (rest: Partial<NonNullable<Subject["run"]>>, ...verdicts: Subject["checks"]) =>
  subject({ run: { ...run, ...rest }, checks: verdicts });
const onlyOne = { selectors: ["a.0"], skip: [], levels: [] };

test.each([
  [
    "narrower",
    ran({ selection: onlyOne }, KEPT_ONE),
    ["another selection (a.0 only): 1 requirement was not run"],
  ],
  [
    "of an older version",
    ran({ selection: undefined }, KEPT_ONE),
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
