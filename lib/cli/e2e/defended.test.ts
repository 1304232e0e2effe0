import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { folderWithProfile, MERCHANTS, servedReference } from "../testing/served-reference.ts";

test("a target that throttles by a code is waited for, and every report says so", async () => {
  const url = await servedReference({ choices: { defence: "throttling-code" } });
  const cwd = folderWithProfile(url, "", MERCHANTS.slice(0, 1));
  const args = ["run", "query", "--depth", "quick", "--html", "--profile", "target.yaml", "--out", "out"];
  const { code, stdout } = await runBin(args, { cwd });
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Warnings about the target:\n  ! The target rejected 1 of "),
  });
  expect(stdout).toMatch(/^Waiting {3}\d+(\.\d)? s .*to see whether a rejection passes/m);
  const { warnings, waiting } = readResult(join(cwd, "out"));
  expect(waiting?.reasons.map(({ reason }) => reason)).toContain("rejected");
  expect(warnings).toEqual([
    { code: "defended", reason: expect.stringContaining('The first rejection: HTTP 200 {"code":42902') },
  ]);
  for (const file of ["summary.md", "report.html"]) {
    expect(readFileSync(join(cwd, "out", file), "utf8")).toContain("Warnings about the target");
  }
});
