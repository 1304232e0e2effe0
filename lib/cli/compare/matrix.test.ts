import { expect, test } from "vitest";
import { matrixOf } from "./matrix.ts";
import { matrixLines, matrixMarkdown } from "./matrix-text.ts";
import type { Subject } from "./subject.ts";

function night(name: string, verdicts: Readonly<Record<string, string>>, verdict = "conformant"): Subject {
  return {
    name,
    run: {
      verdict,
      exitCode: verdict === "conformant" ? 0 : 1,
      requests: { sent: 10 },
      depth: "quick",
      target: { name: "sandbox", baseUrl: "https://sandbox.example" },
      selection: { selectors: [], skip: [], levels: [] },
    },
    judges: true,
    checks: Object.entries(verdicts).map(([requirement, one]) => ({ requirement, verdict: one })),
    observations: [],
    facts: {},
  };
}

const plain = (_: unknown, words: string) => words;
const green = night("monday", { "a.one": "passed", "a.two": "passed" });
const red = night("tuesday", { "a.one": "passed", "a.two": "failed" }, "non-conformant");
const dead = night("wednesday", {}, "unreachable");

test("only what differs is shown, one column for each run", () => {
  const matrix = matrixOf([green, red, green]);
  expect(matrix).toMatchObject({
    rows: [{ requirement: "a.two", verdicts: ["passed", "failed", "passed"] }],
    same: 1,
    worseThan: [],
    regression: false,
  });
  expect(matrixLines(matrix, plain)).toEqual([
    "1  monday: conformant, 10 requests",
    "2  tuesday: non-conformant, 10 requests",
    "3  monday: conformant, 10 requests",
    "",
    "       1       2       3",
    "a.two  passed  failed  passed",
    "",
    "1 requirement has the same verdict in all 3 runs.",
    "No regression in the last run.",
  ]);
});

test.each([
  ["before it", [red, green, red], "The last run is worse than 2."],
  ["long before it", [green, red, red], "The last run is worse than 1."],
  ["all of them", [green, green, red], "The last run is worse than 1 and 2."],
])("the last run is a regression if it is worse than one %s", (_, nights, words) => {
  const matrix = matrixOf(nights);
  expect(matrix.regression).toBe(true);
  expect(matrixLines(matrix, plain).at(-1)).toBe(words);
});

test("a run that checked nothing is never good, and does not fill the table", () => {
  const matrix = matrixOf([green, green, dead]);
  expect(matrix).toMatchObject({ rows: [], same: 2, regression: true });
  expect(matrixLines(matrix, plain)).toContain(
    "The last run, compared with 1: unreachable, nothing was checked.",
  );
  expect(matrixOf([dead, green, green])).toMatchObject({ rows: [], regression: false });
});

test("names from results show and do nothing", () => {
  const hostile = night("a|b\u001b[31m<script>", { "a.two|x": "failed" });
  const matrix = matrixOf([green, red, hostile]);
  expect(matrixLines(matrix, plain).join("\n")).not.toContain("\u001b");
  expect(matrixMarkdown(matrix)).not.toMatch(/<script|a\|b|two\|x/);
});
