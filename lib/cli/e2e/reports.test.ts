import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suiteIdentity } from "../../package/package-root.ts";
import { runResultSchema } from "../../reporters/stored/run-result-schema.ts";
import { catalogue } from "../catalogue.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { callWebhook, folderWithProfile, servedReference } from "../testing/served-reference.ts";
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

test("--format json prints only the result on stdout", async () => {
  const { stdout, stderr } = await runBin(`run versioning --format json --out ${temporaryFolder()}`);
  expect(runResultSchema.safeParse(JSON.parse(stdout)).error).toBeUndefined();
  expect(stderr).toContain("Verdict   conformant");
});

const DIGEST = "5e".repeat(32);

/** Runs one check with the profile of a folder, into its folder `out`. */
async function judged(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const places = ["--profile", join(cwd, "target.yaml"), "--out", join(cwd, "out")];
  return runBin(["run", "versioning.path-prefix", "--depth", "quick", ...places, ...args], { env });
}

test("a result says what was judged: address, profile, deployment, suite and seed", async () => {
  const url = await servedReference();
  const cwd = folderWithProfile(url, 'deployment: "issuer-api@sha256:${env:DIGEST}"\n');
  expect(await judged(cwd, ["--seed", "7", "--html"], { DIGEST })).toMatchObject({ code: 0 });
  const profileDigest = createHash("sha256")
    .update(readFileSync(join(cwd, "target.yaml")))
    .digest("hex");
  const result = readResult(join(cwd, "out"));
  expect(result).toMatchObject({
    target: { name: "target", baseUrl: url },
    profileDigest,
    deployment: `issuer-api@sha256:${DIGEST}`,
    suite: suiteIdentity(),
    seed: 7,
  });
  expect(result.embedded).toBeUndefined();
  const summary = readFileSync(join(cwd, "out/summary.md"), "utf8");
  expect(summary).toContain(`\`issuer-api@sha256:${DIGEST}\``);
  expect(summary).toContain(
    `seed 7 · suite ${suiteIdentity().version} · profile ${profileDigest.slice(0, 12)} ·`,
  );
  const page = readFileSync(join(cwd, "out/report.html"), "utf8");
  expect(page).toContain(`target, SHA-256 <code>${profileDigest}</code>`);
});

const merchants = ["alpha", "beta", "gamma", "delta"].map((name) => ({
  name,
  apiKey: `key-of-${name}-0123`,
}));

test("four merchants are checked in two lanes, restored, and reported in the order of the catalogue", async () => {
  const baseUrl = await servedReference({ merchants });
  for (const { name, apiKey } of merchants)
    await callWebhook(baseUrl, "register", { callbackUrl: `https://own.example/${name}` }, apiKey);
  const cwd = folderWithProfile(baseUrl, "", merchants);
  const run = await runBin(
    ["run", "webhook", "--depth", "quick", "--profile", "target.yaml", "--out", "out"],
    {
      cwd,
    },
  );
  expect(run).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("at depth quick, in 2 lanes: about"),
  });
  const { lanes, checks, restored } = readResult(join(cwd, "out"));
  expect(lanes).toBe(2);
  const ids = checks.map(({ requirement }) => requirement);
  expect(ids).toEqual(catalogue.ids.filter((id) => ids.includes(id)));
  expect(restored).toEqual(merchants.map(({ name }) => ({ merchant: name, outcome: "restored" })));
  for (const { name, apiKey } of merchants)
    expect(await callWebhook(baseUrl, "query", undefined, apiKey)).toMatchObject({
      data: { callbackUrl: `https://own.example/${name}` },
    });
});
