import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { stepSummary } from "./step-summary.ts";
import { summaryMarkdown } from "./summary-markdown.ts";
import { exampleJudgements, exampleResult } from "./testing/example-result.ts";

function ended(file: string): string {
  let told = "";
  void stepSummary(file, { write: (text) => (told += text) }).end?.(exampleResult(), {
    evidence: exampleJudgements(),
  });
  return told;
}

test("the summary stands behind what earlier commands of the step wrote", () => {
  const file = join(temporaryFolder(), "step.md");
  writeFileSync(file, "# Earlier\n");
  expect(ended(file)).toBe("");
  const summary = summaryMarkdown(exampleResult(), exampleJudgements());
  expect(readFileSync(file, "utf8")).toBe(`# Earlier\n${summary}\n`);
});

test("a file that cannot be written is reported, and nothing is thrown", () => {
  expect(ended(join(temporaryFolder(), "absent", "step.md"))).toMatch(
    /^Cannot append the summary to \$GITHUB_STEP_SUMMARY: ENOENT/,
  );
});

test.skipIf(process.platform === "win32")("a pipe that no process reads does not hold up the run", () => {
  const pipe = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(ended(pipe)).toMatch(/ENXIO/);
});
