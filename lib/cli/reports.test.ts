import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runResultSchema } from "../report/run-result-schema.ts";
import { packageRoot } from "../package-root.ts";
import { readResult, runBin } from "./testing/run-bin.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("a run leaves valid results, evidence and a page that needs no network, readable for their owner alone", async () => {
  const out = join(temporaryFolder(), "deep", "er");
  const { code } = await runBin(["run", "register", "versioning", "--html", "--out", out]);
  expect(code).toBe(0);
  expect(readResult(out)).toMatchObject({ verdict: "conformant", exitCode: 0 });
  expect(readdirSync(join(out, "evidence"))).toContain("register.replaces.json");
  expect(readdirSync(join(out, "allure-results")).length).toBeGreaterThan(10);
  expect(readFileSync(join(out, "index.html"), "utf8")).not.toMatch(/googletagmanager|google-analytics/);
  for (const file of [
    "",
    "conformance.json",
    "index.html",
    "catalogue.html",
    "evidence/register.replaces.json",
    "allure-results",
  ]) {
    expect({ file, others: statSync(join(out, file)).mode & 0o077 }).toEqual({ file, others: 0 });
  }
});

test("results of an earlier run are replaced, other files of the folder stay", async () => {
  const out = temporaryFolder();
  await runBin(["run", "versioning", "--out", out]);
  writeFileSync(join(out, "notes.txt"), "mine");
  writeFileSync(join(out, "evidence", "old.json"), "{}");
  await runBin(["run", "versioning", "--out", out]);
  expect(readFileSync(join(out, "notes.txt"), "utf8")).toBe("mine");
  expect(readdirSync(join(out, "evidence"))).toContain("versioning.path-prefix.json");
  expect(readdirSync(join(out, "evidence"))).not.toContain("old.json");
});

test("the same seed gives the same verdicts, and no secret reaches the results", async () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  await runBin(["run", "callback-url", "--seed", "7", "--profile", "reference-signed", "--out", first]);
  await runBin(["run", "callback-url", "--seed", "7", "--profile", "reference-signed", "--out", second]);
  expect(verdicts(first)).toEqual(verdicts(second));
  const profile = readFileSync(join(packageRoot, "config/profiles/reference-signed.yaml"), "utf8");
  const secrets = [...profile.matchAll(/(?:apiKey|secret): ([\w-]+)/g)].map(([, secret]) => secret ?? "");
  expect(secrets.length).toBeGreaterThan(1);
  for (const file of readdirSync(first, { recursive: true, encoding: "utf8" })) {
    if (statSync(join(first, file)).isDirectory()) continue;
    const text = readFileSync(join(first, file), "utf8");
    expect({ file, leaks: secrets.filter((secret) => text.includes(secret)) }).toEqual({ file, leaks: [] });
  }
});

test("--format json prints the result alone on stdout", async () => {
  const { stdout, stderr } = await runBin([
    "run",
    "versioning",
    "--format",
    "json",
    "--out",
    temporaryFolder(),
  ]);
  expect(runResultSchema.safeParse(JSON.parse(stdout)).error).toBeUndefined();
  expect(stderr).toContain("Verdict   conformant");
});

test("options come from the environment, and from any folder", async () => {
  const cwd = temporaryFolder();
  const env = { CONFORMANCE_DEPTH: "quick", CONFORMANCE_SEED: "5", CONFORMANCE_OUT: "results" };
  const { code } = await runBin(["run", "versioning"], { cwd, env });
  expect(code).toBe(0);
  expect(readdirSync(cwd)).toEqual(["results"]);
  expect(readResult(join(cwd, "results"))).toMatchObject({ depth: "quick", seed: 5 });
});

function verdicts(out: string): readonly string[] {
  return readResult(out).checks.map(({ requirement, verdict }) => `${requirement} ${verdict}`);
}
