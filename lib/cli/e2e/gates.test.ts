import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** A folder with the results of a quick run of `versioning` against the embedded reference. */
async function withResults(): Promise<string> {
  const cwd = temporaryFolder();
  const { code } = await runBin(["run", "versioning", "--depth", "quick", "--out", "a"], { cwd });
  expect(code).toBe(0);
  return cwd;
}

/** Writes a changed copy of the results `a` as results `name`. */
function writeChanged(cwd: string, name: string, change: (result: Result) => object): void {
  const result = readResult(join(cwd, "a"));
  writeFileSync(join(cwd, `${name}.json`), JSON.stringify({ ...result, ...change(result) }));
}

type Result = ReturnType<typeof readResult>;

test("compare lets no run pass that checked less, and no other target", async () => {
  const cwd = await withResults();
  writeChanged(cwd, "red", ({ checks }) => ({
    verdict: "non-conformant",
    exitCode: 1,
    checks: checks.map((check) => ({ ...check, verdict: "failed" })),
  }));
  writeChanged(cwd, "dead", () => ({ verdict: "unreachable", exitCode: 4, checks: [], observations: [] }));
  writeChanged(cwd, "other", ({ target }) => ({ target: { ...target, name: "other" } }));
  const dead = await runBin(["compare", "red.json", "dead.json"], { cwd });
  expect(dead.code).toBe(1);
  expect(dead.stdout).toMatch(
    /\n\nAfter: unreachable, nothing was checked\.\nLess was checked than before\.\n$/,
  );
  expect(dead.stdout).not.toContain("not run");

  const refused = await runBin(["compare", "a", "other.json"], { cwd });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(
    /^Cannot compare: the results are of different targets, reference \(.* add --across\n$/,
  );
  expect((await runBin(["compare", "a", "other.json", "--across"], { cwd })).code).toBe(0);
});
