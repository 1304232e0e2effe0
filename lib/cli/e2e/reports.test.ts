import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runResultSchema } from "../../reporters/stored/run-result-schema.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test("a run leaves valid results, evidence and a page that needs no network, readable for their owner only", async () => {
  const out = join(temporaryFolder(), "deep", "er");
  const { code } = await runBin(["run", "register", "versioning", "--html", "--out", out]);
  expect(code).toBe(0);
  expect(readResult(out)).toMatchObject({ verdict: "conformant-partial", exitCode: 0 });
  expect(readdirSync(join(out, "evidence"))).toContain("register.replaces.json");
  for (const file of [
    "",
    "conformance.json",
    "report.html",
    "history.jsonl",
    "evidence/register.replaces.json",
  ]) {
    expect({ file, others: statSync(join(out, file)).mode & 0o077 }).toEqual({ file, others: 0 });
  }
});

test("every run into one folder is remembered, also one without an answer, and the page shows them", async () => {
  const out = temporaryFolder();
  await runBin(["run", "versioning", "--out", out]);
  const { code, stdout } = await runBin(["run", "--base-url", "http://127.0.0.1:1", "--html", "--out", out]);
  expect(code).toBe(4);
  expect(stdout).toContain("report.html");
  const unreached = readFileSync(join(out, "report.html"), "utf8");
  expect(unreached).toMatch(/<title>reference: unreachable<[^]*Cannot reach http:\/\/127[^]*What to do next/);
  await runBin(["run", "versioning", "--html", "--out", out]);
  const page = readFileSync(join(out, "report.html"), "utf8");
  const strip = [...(/<ol class="strip">(.*?)<\/ol>/.exec(page)?.[1]?.matchAll(/class="(\w+)"/g) ?? [])];
  expect(strip.map(([, tone]) => tone).filter((tone) => tone !== "unseen")).toEqual(["part", "none", "part"]);
  expect(page).toContain("No check has another verdict.");
  expect(page.length).toBeLessThan(100_000);
});

test("a label stands in the result, the history and the page, and compare shows it", async () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  await runBin(["run", "versioning", "--label", "v1.4.1", "--out", first]);
  const env = { CONFORMANCE_LABEL: "v1.4.2 <b>" };
  await runBin(["run", "versioning", "--html", "--out", second], { env });
  expect([readResult(first).label, readResult(second).label]).toEqual(["v1.4.1", "v1.4.2 <b>"]);
  expect(readFileSync(join(second, "history.jsonl"), "utf8")).toContain('"label":"v1.4.2 <b>"');
  expect(readFileSync(join(second, "report.html"), "utf8")).toContain("v1.4.2 &lt;b&gt;");
  const { stdout } = await runBin(["compare", first, second]);
  expect(stdout).toMatch(/^before +reference, v1\.4\.1, .*\nafter +reference, v1\.4\.2 <b>, /);
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

test("the same seed gives the same verdicts", async () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  await runBin(["run", "callback-url", "--seed", "7", "--profile", "reference-signed", "--out", first]);
  await runBin(["run", "callback-url", "--seed", "7", "--profile", "reference-signed", "--out", second]);
  expect(verdicts(first)).toEqual(verdicts(second));
});

test("--format json prints only the result on stdout", async () => {
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
