import { expect, test } from "vitest";
import { githubAnnotations } from "../pipeline/github-annotations.ts";
import { headlineOf } from "./headline.ts";
import { reportHtml } from "../page/report-html.ts";
import { failureCount, followersText } from "./root-failures.ts";
import { paintFor } from "../terminal/palette.ts";
import { quietLines } from "../terminal/print-result.ts";
import { exampleCheck, resultOf } from "../testing/example-result.ts";

const ROOT = "register.replaces";
const FOLLOWERS = ["isolation.query-own", "lifecycle.walkthrough"] as const;
const PREVENTED = ["disable.lasts", "disable.again"] as const;
const follows = { follows: [ROOT] };
const violation = { expected: "the new URL", actual: "the old one" };
const checks = [
  ...FOLLOWERS.map((id) => exampleCheck(id, { verdict: "failed", violation, ...follows })),
  exampleCheck(ROOT, { verdict: "failed", violation }),
  ...PREVENTED.map((id) =>
    exampleCheck(id, { verdict: "inconclusive", reason: `Not checked because of ${ROOT}.`, ...follows }),
  ),
];
const result = resultOf(checks);
const paint = paintFor(undefined, {});
const LINE = `probably 2 failures more: ${FOLLOWERS.join(", ")}`;

test("the headline counts root failures, and what follows from them", () => {
  expect(headlineOf(result)).toMatch(/^non-conformant, 1 failure, 2 follow from it, /);
  const other = exampleCheck("query.answers", { verdict: "failed" });
  expect(failureCount([...checks, other])).toBe("2 failures, 2 follow from them");
  expect(failureCount([other])).toBe("1 failure");
  expect(failureCount([])).toBeUndefined();
});

test("--quiet names a root, and its followers in one line below it", () => {
  expect(quietLines(result, paint)).toEqual(["Failed:", `  ✗ ${ROOT}`, `    ${LINE}`, ""]);
});

test("followers that only warn are counted as warnings, as the headline counts failures alone", () => {
  const warned = exampleCheck("register.same-url-again", { verdict: "warned", ...follows });
  expect(followersText({ requirement: ROOT }, [...checks, warned])).toBe(
    `probably 2 failures and 1 warning more: ${FOLLOWERS.join(", ")}, register.same-url-again`,
  );
  expect(followersText({ requirement: ROOT }, [warned])).toBe(
    "probably 1 warning more: register.same-url-again",
  );
});

test("GitHub annotates root failures only", () => {
  const errors = githubAnnotations(result).filter((line) => line.startsWith("::error"));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(ROOT);
  expect(errors[0]).toContain(LINE);
});

test("the page has an article for the root, and its followers within it", () => {
  const page = reportHtml({ result, evidence: [], earlier: [] });
  expect(page.match(/<article/g)).toHaveLength(1);
  for (const id of FOLLOWERS) expect(page).toContain(`<li id="${id}"`);
  expect(page).toContain("1 failure, 2 follow from it");
});
