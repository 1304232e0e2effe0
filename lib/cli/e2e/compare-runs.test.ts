import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const WITHOUT_KEY = "api-key.absent";

/** A run of one check against the reference, right or wrong; its results. */
async function night(mutant?: string): Promise<string> {
  const out = temporaryFolder();
  const url = await servedReference(mutant === undefined ? {} : { mutant });
  await runBin(["run", WITHOUT_KEY, "--depth", "quick", "--base-url", url, "--out", out]);
  return out;
}

test("three runs stand side by side, and the last one decides the exit code", async () => {
  const [good, bad] = [await night(), await night("serves-the-first-merchant-without-a-key")];
  const compared = await runBin(["compare", good, bad, good, "--across"]);
  expect(compared).toEqual({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(/\napi-key\.absent +passed +failed +passed\n/),
  });
  const worse = await runBin(["compare", good, good, bad, "--across", "--format", "json"]);
  expect(worse.code).toBe(1);
  expect(JSON.parse(worse.stdout)).toMatchObject({
    rows: [{ requirement: WITHOUT_KEY, verdicts: ["passed", "passed", "failed"] }],
    worseThan: [{ run: 1 }, { run: 2 }],
    regression: true,
  });
  const table = await runBin(["compare", good, good, bad, "--across", "--format", "markdown"]);
  expect(table.stdout).toContain("| requirement | 1 | 2 | 3 |\n| --- | --- | --- | --- |\n");
});

test("results that cannot be shown side by side are rejected", async () => {
  const [good, other] = [await night(), join(temporaryFolder(), "other.json")];
  const { target, ...result } = readResult(good);
  writeFileSync(other, JSON.stringify({ ...result, target: { ...target, name: "another" } }));
  const across = await runBin(["compare", good, good, other]);
  expect(across).toMatchObject({ code: 2, stderr: expect.stringContaining("--across") });
  const pins = await runBin(["compare", good, good, "reference", "--across"]);
  expect(pins).toMatchObject({ code: 2, stderr: expect.stringContaining("Compare two at a time") });
  const missing = await runBin(["compare", good, good, "no-such-folder"]);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("no such file or folder") });
});
