import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { folderWithProfile, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** A folder with the profile of a target that accepts callback URLs by ftp, which breaks an inferred requirement. */
async function lenient(run = ""): Promise<string> {
  const merchants = [{ name: "alpha", apiKey: "key-of-alpha" }];
  const url = await servedReference({ mutant: "accepts-ftp", merchants });
  return folderWithProfile(url, `limits: { requestsPerSecond: 5000 }\n${run}`, merchants);
}

async function judged(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const target = ["--depth", "quick", "--profile", "target.yaml", "--out", "out"];
  const outcome = await runBin(["run", ...target, ...args], { cwd, env });
  const result = readResult(join(cwd, "out"));
  const levels = [...new Set(result.checks.map(({ level }) => level))].toSorted();
  return { ...outcome, levels, result, verdict: outcome.stdout.trimEnd().split("\n").at(-1) };
}

const selected = ["callback-url", "register.accepts", "envelope"];

test("--level limits a run to the requirements of these levels, by flag, environment and profile", async () => {
  const cwd = await lenient();
  const stated = await judged(cwd, [...selected, "--level", "stated"]);
  expect(stated).toMatchObject({
    code: 0,
    levels: ["stated"],
    result: { levels: ["stated"], observations: [] },
  });
  expect(stated.verdict).toMatch(
    /^Verdict {3}conformant-partial \(exit 0\) at depth quick, .* only, level stated only: checked (\d+) of the \1 requirements that apply$/,
  );
  const both = await judged(cwd, selected, { CONFORMANCE_LEVEL: "stated, inferred" });
  expect(both).toMatchObject({ code: 1, levels: ["inferred", "stated"] });
  expect(both.verdict).toContain(", level stated or inferred only");
  expect(readFileSync(join(cwd, "out/summary.md"), "utf8")).toContain("level stated or inferred only");

  const inProfile = await lenient("run: { level: [inferred, advisory] }\n");
  expect(await judged(inProfile, selected)).toMatchObject({ code: 1, levels: ["advisory", "inferred"] });
  const { stdout } = await runBin(["list", "--profile", "target.yaml"], { cwd: inProfile });
  expect(stdout).toMatch(/^callback-url\.max-length +stated +skipped /m);
});

test("--quiet and the GitHub log name the failures, and junit.xml has their level", async () => {
  const cwd = await lenient();
  const env = { GITHUB_ACTIONS: "true" };
  const { code, stdout } = await judged(cwd, ["callback-url.https-only", "--quiet"], env);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^::stop-commands::\S+\nFailed:\n {2}✗ callback-url\.https-only\n\n/);
  expect(stdout).toMatch(/^::error title=callback-url\.https-only failed \(inferred%2C §2\.2%2C §8\)::/m);
  expect(readFileSync(join(cwd, "out/junit.xml"), "utf8")).toContain(
    '<properties><property name="requirement" value="callback-url.https-only"/><property name="level" value="inferred"/><property name="sections" value="2.2, 8"/></properties><failure',
  );
});

test("an undecided check is named in short, and is an error in junit.xml", async () => {
  const cwd = await lenient();
  const { code, stdout } = await judged(cwd, ["callback-url.max-length", "--max-requests", "8", "--quiet"]);
  expect(code).toBe(3);
  expect(stdout).toMatch(/^Inconclusive:\n {2}\? callback-url\.max-length\n\n/);
  expect(readFileSync(join(cwd, "out/junit.xml"), "utf8")).toMatch(
    /tests="\d+" failures="0" errors="1" .*[^]*<error type="inconclusive" message="/,
  );
});

test.each([
  [{ GITHUB_ACTIONS: "true" }, ["no-such-area"], 'Cannot select "no-such-area"'],
  [{ GITHUB_ACTIONS: "true" }, ["--profil", "x"], "error: unknown option '--profil'"],
  [{ CI: "true" }, ["no-such-area"], 'Cannot select "no-such-area"'],
])(
  "2: with %o, run %j is seen in a pipeline, and no file of an earlier run remains",
  async (env, args, says) => {
    const cwd = temporaryFolder();
    const out = ["--out", join(cwd, "out")];
    const summary = join(cwd, "summary.md");
    await runBin(["run", "versioning", "--depth", "quick", ...out]);
    const { code, stderr } = await runBin(["run", ...args, ...out], {
      env: { ...env, GITHUB_STEP_SUMMARY: summary },
    });
    expect({ code, left: readdirSync(join(cwd, "out")).toSorted() }).toEqual({
      code: 2,
      left: [".card-issuing-conformance", "history.jsonl"],
    });
    expect(stderr.includes(`::error title=Conformance%3A no result::${says}`)).toBe("GITHUB_ACTIONS" in env);
    expect(readFileSync(summary, "utf8")).toMatch(/^## Conformance: no result\n\n\S/);
  },
);

test("2: without a pipeline, a mistake keeps the earlier results", async () => {
  const out = join(temporaryFolder(), "out");
  await runBin(["run", "versioning", "--depth", "quick", "--out", out]);
  expect((await runBin(["run", "no-such-area", "--out", out])).code).toBe(2);
  expect(readResult(out).verdict).toBe("conformant-partial");
});

test("2: a run that is refused after its beginning ends the quotation of its log", async () => {
  const cwd = await lenient();
  writeFileSync(join(cwd, "state"), "");
  const { code, stdout, stderr } = await runBin(
    ["run", "versioning", "--profile", "target.yaml", "--out", "out"],
    {
      cwd,
      env: { GITHUB_ACTIONS: "true", XDG_STATE_HOME: join(cwd, "state") },
    },
  );
  const [, token] = /^::stop-commands::(\S+)$/m.exec(stdout) ?? [];
  expect({ code, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({ code: 2, last: `::${token}::` });
  expect(stderr).toContain("\n::error title=Conformance%3A no result::");
});
