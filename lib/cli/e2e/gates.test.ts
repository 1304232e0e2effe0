import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { exampleHeader } from "../../reporters/testing/example-result.ts";
import { buildRunResult } from "../../reporters/build-run-result.ts";
import { findMutant } from "../serve/find-mutant.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** A folder with the results of a quick run of `versioning` against the embedded reference. */
async function withResults(): Promise<string> {
  const cwd = temporaryFolder();
  const { code } = await runBin(["run", "versioning", "--depth", "quick", "--out", "a"], { cwd });
  expect(code).toBe(0);
  return cwd;
}

/** A folder with the profile of a target that accepts callback URLs by ftp. */
async function lenientFolder(): Promise<string> {
  const rules = findMutant("accepts-ftp").apply(conformantRules);
  const server = await serveReference(
    createReference({ merchants: [{ name: "alpha", apiKey: "key-of-alpha" }], rules }),
  );
  onTestFinished(async () => server.close());
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, "target.yaml"),
    `name: target\nbaseUrl: ${server.url}\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\nlimits: { requestsPerSecond: 5000 }\n`,
  );
  return cwd;
}

function emptyResult(): object {
  const target = { ...exampleHeader.target, name: "reference" };
  const ending = {
    judgements: [],
    requests: { sent: 0, retried: 0, rateLimited: 0 },
    restored: [],
    durationMs: 0,
  };
  return buildRunResult({ ...exampleHeader, target }, ending);
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

/** Runs `callback-url.https-only` against a target that accepts ftp. */
async function runLenient(profile: string, args: readonly string[], cwd: string) {
  const selected = ["run", "callback-url.https-only", "--depth", "quick", "--profile", profile];
  const outcome = await runBin([...selected, ...args], { cwd });
  return { ...outcome, verdict: outcome.stdout.trimEnd().split("\n").at(-1) };
}

test("--baseline fails a run for what is new only, and not for less", async () => {
  const cwd = await lenientFolder();
  expect((await runLenient("target.yaml", ["--out", "a"], cwd)).code).toBe(1);
  const known = await runLenient("target.yaml", ["--out", "b", "--baseline", "a"], cwd);
  expect(known.code).toBe(0);
  expect(known.verdict).toMatch(
    /^Verdict {3}non-conformant, 1 known failure, 0 new \(exit 0 by --baseline\)/,
  );
  expect(known.stdout).toContain(
    "Known failures, which also fail in the baseline a:\n  ✗ callback-url.https-only\n",
  );
  expect(known.stdout).not.toContain("✗ callback-url.https-only  failed");
  expect(readResult(join(cwd, "b"))).toMatchObject({
    verdict: "non-conformant",
    exitCode: 1,
    baseline: { path: "a", known: ["callback-url.https-only"], new: [], checkedLess: [], exitCode: 0 },
  });

  writeChanged(cwd, "deep", () => ({ depth: "deep" }));
  const less = await runLenient("target.yaml", ["--out", "b", "--baseline", "deep.json"], cwd);
  expect(less.code).toBe(3);
  expect(less.stdout).toContain(
    "Less checked than in the baseline deep.json:\n  ? depth quick instead of deep\n",
  );

  writeChanged(cwd, "green", ({ checks }) => ({
    checks: checks.map((check) => ({ ...check, verdict: "passed" })),
  }));
  const fresh = await runLenient("target.yaml", ["--out", "b", "--baseline", "green.json"], cwd);
  expect(fresh.code).toBe(1);
  expect(fresh.verdict).toContain("0 known failures, 1 new (exit 1 by --baseline)");
  expect(fresh.stdout).toMatch(/^✗ callback-url\.https-only {2}failed/m);
});

test.each([
  [
    "other.json",
    { target: { name: "other", baseUrl: "http://127.0.0.1:1", authMode: "api-key" } },
    "it is a result of other, and this run checks reference",
  ],
  ["dead.json", { verdict: "unreachable" }, "its verdict is unreachable, and it checked nothing"],
  ["text.json", undefined, "it is not a result of a run"],
  ["nowhere", undefined, "there is no such file or folder"],
])("the baseline %s is refused before anything is sent", async (name, change, sentence) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "text.json"), "{}");
  if (change !== undefined) writeFileSync(join(cwd, name), JSON.stringify({ ...emptyResult(), ...change }));
  const { code, stdout, stderr } = await runBin(["run", "versioning", "--baseline", name], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(sentence);
});
