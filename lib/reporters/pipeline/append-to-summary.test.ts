import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../cli/testing/temporary-folder.ts";
import { appendToSummary } from "./append-to-summary.ts";

const SUMMARY = "## Conformance";

function ended(file: string): string {
  let told = "";
  appendToSummary(file, SUMMARY, { write: (text) => (told += text) });
  return told;
}

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
