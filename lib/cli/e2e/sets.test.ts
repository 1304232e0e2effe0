import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../package/package-root.ts";
import { changedPackage, type SourceChange } from "../testing/changed-package.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const FILE = "suites/webhook/callback-url/requirements.ts";
const ID = "callback-url.https-only";
const SET = "2026-09-22";

/** A release whose check begins to fail what it passed before. */
const STRICTER: SourceChange = {
  file: FILE,
  from: `inferred("${ID}", {`,
  to: `inferred("${ID}", {\n  strength: 2,`,
};

/** A release with one more check. It fails every target. */
const NEW: SourceChange = {
  file: FILE,
  from: "function overHttp(",
  to: `export const breaksEverywhere = inferred("${ID}-ever", {
  sections: ["2.2"],
  text: "A callback URL with the scheme https is refused, says a new check.",
  because: RULE,
  check: async ({ merchant, urls }) => {
    assertRefused(await merchant.send(registerDraft(urls.fresh(), "new input")), "every URL");
  },
});

function overHttp(`,
};

/** A release whose check passes what it failed before. */
const LOOSER: SourceChange = {
  file: FILE,
  from: "    await assertRejectsOffences(context, offending.otherScheme(urls));\n",
  to: "    if (urls === undefined) await assertRejectsOffences(context, offending.otherScheme(urls));\n",
};

const DATED = "owner: payments\n  expires: 2999-01-01\n";

/** A folder with the profile of a target, which accepts callback URLs by ftp or not. */
async function targetFolder({ mutant = true, waivers = "", more = "" } = {}): Promise<string> {
  const url = await servedReference(mutant ? { mutant: "accepts-ftp" } : {});
  const cwd = temporaryFolder();
  const merchants = "[{ name: alpha, apiKey: reference-alpha-key-7f3a9c21 }]";
  writeFileSync(
    join(cwd, "target.yaml"),
    `name: target\nbaseUrl: ${url}\nauth: { mode: api-key }\nmerchants: ${merchants}\nlimits: { requestsPerSecond: 5000 }\n${more}${waivers === "" ? "" : "waivers: waivers.yaml\n"}`,
  );
  writeFileSync(join(cwd, "waivers.yaml"), waivers);
  return cwd;
}

async function gate(cwd: string, args: readonly string[] = [], root?: string) {
  const target = ["run", ID, "--depth", "quick", "--profile", "target.yaml", "--out", "out", ...args];
  const outcome = await runBin(target, { cwd, ...(root !== undefined && { root }) });
  return { ...outcome, verdict: outcome.stdout.trimEnd().split("\n").at(-1) };
}

test("a gate that names a set fails for its checks, and every artefact names the set", async () => {
  const cwd = await targetFolder({ more: `set: ${SET}\n` });
  const { code, stdout, verdict } = await gate(cwd);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^card-issuing-conformance .* · seed 1 · set 2026-09-22\n/);
  expect(verdict).toMatch(
    /^Verdict {3}non-conformant \(exit 1\) at depth quick, callback-url\.https-only only, set 2026-09-22: checked /,
  );
  const result = readResult(join(cwd, "out"));
  expect(result.selection?.set).toBe(SET);
  expect(result.checks).toMatchObject([{ requirement: ID, verdict: "failed", strength: 1 }]);
  const headline = "non-conformant (callback-url.https-only only), set 2026-09-22, 1 failure, 1 of 1 checked";
  expect(readFileSync(join(cwd, "out/badge.json"), "utf8")).toContain(headline);
  expect(readFileSync(join(cwd, "out/summary.md"), "utf8")).toContain(`## target: ${headline}`);
});

test("a check that became stronger warns in an older set, and fails a gate without a set", async () => {
  const cwd = await targetFolder();
  const root = changedPackage([STRICTER]);
  const named = await gate(cwd, ["--set", SET], root);
  expect(named.code).toBe(0);
  expect(named.verdict).toMatch(
    /^Verdict {3}conformant-partial, 1 newer or stronger check warned \(exit 0\) .*, set 2026-09-22: checked 1 of the 1 /,
  );
  expect(named.stdout).toMatch(/^! callback-url\.https-only {2}warned/m);
  expect(named.stdout).toContain(
    "  set       The check is stronger than in the set of this run, so it only warns.\n",
  );
  expect(readResult(join(cwd, "out")).checks).toMatchObject([
    { verdict: "warned", strength: 2, outsideSet: "stronger" },
  ]);
  expect((await gate(cwd, [], root)).code).toBe(1);
});

/** How many checks are newer or stronger than in the set, as `list --sets` says. */
async function countOutside(root: string) {
  const { stdout } = await runBin(["list", "--sets"], { root });
  const line = /^2026-09-22 {2}\d+ requirements; newer in this version: (\d+), stronger: (\d+)$/m;
  const [, newer, stronger] = line.exec(stdout) ?? [];
  return { newer: Number(newer), stronger: Number(stronger) };
}

test("a new check warns in an older set, fails a gate without a set, and list shows both", async () => {
  const cwd = await targetFolder({ mutant: false });
  const root = changedPackage([NEW]);
  const named = await gate(cwd, ["--set", SET], root);
  expect(named.code).toBe(0);
  expect(named.stdout).toContain(
    "  set       The check is newer than the set of this run, so it only warns.\n",
  );
  expect(readFileSync(join(cwd, "out/badge.json"), "utf8")).toContain("1 newer or stronger check warned");
  expect((await gate(cwd, [], root)).code).toBe(1);
  const [before, now] = [await countOutside(packageRoot), await countOutside(root)];
  expect(now).toEqual({ newer: before.newer + 1, stronger: before.stronger });
});

test("a looser check passes every gate, and its waiver must go", async () => {
  const waivers = `- requirement: ${ID}\n  reason: known\n  set: ${SET}\n  ${DATED}`;
  const cwd = await targetFolder({ waivers });
  expect(await gate(cwd, ["--set", SET])).toMatchObject({ code: 0 });
  expect(readResult(join(cwd, "out")).waivers).toMatchObject([{ set: SET, state: "applied" }]);
  const root = changedPackage([LOOSER]);
  for (const args of [[], ["--set", SET]]) {
    const { code, stdout } = await gate(cwd, args, root);
    expect(code).toBe(1);
    expect(stdout).toContain("waivers.yaml:1: callback-url.https-only passes; remove its waiver");
  }
});

test("a waiver accepts the check of its set: a stronger check that counts requires another waiver", async () => {
  const waivers = `- requirement: ${ID}\n  reason: known\n  set: ${SET}\n  ${DATED}`;
  const cwd = await targetFolder({ waivers });
  const root = changedPackage([STRICTER]);
  const { code, stderr } = await gate(cwd, [], root);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `waivers.yaml:3:8  [0].set  expected a set with this check as it is now (the check is stronger than in ${SET}; \`waive\` renews the waiver)\n`,
  });
  expect(await gate(cwd, ["--set", SET], root)).toMatchObject({ code: 0 });
  expect(readResult(join(cwd, "out")).waivers).toMatchObject([{ state: "unused" }]);
});

test("waive writes the set of the result into the waiver", async () => {
  const cwd = await targetFolder();
  await gate(cwd, ["--set", SET]);
  const terms = ["--owner", "us", "--reason", "known", "--expires", inAMonth(), "--into", "waivers.yaml"];
  expect(await runBin(["waive", "out", ...terms], { cwd })).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "waivers.yaml"), "utf8")).toContain(`set: ${SET}\n`);
  await gate(cwd);
  await runBin(["waive", "out", ...terms], { cwd });
  expect(readFileSync(join(cwd, "waivers.yaml"), "utf8")).not.toContain("set:");
});

test.each([
  ["--set", ["--set", "2026-10-01"], ""],
  ["target.yaml:6:6  set", [], 'set: "2026-10-01"\n'],
])("an unknown set is refused with the known ones, by %s", async (source, args, more) => {
  const cwd = await targetFolder({ more });
  const { code, stdout, stderr } = await gate(cwd, args);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: "",
    stderr: `${source}  expected one of the sets 2026-07-31, 2026-09-22 (got "2026-10-01")\n`,
  });
  expect(await runBin(["doctor", "--profile", "target.yaml", ...args], { cwd })).toMatchObject({ code: 2 });
});

function inAMonth(): string {
  return new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
}
