import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckResult } from "../../engine/result.ts";
import { exampleCheck, exampleHeader } from "../../reporters/testing/example-result.ts";
import { runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** A folder with a profile called target, and the result of a run of it with these checks. */
function withResult(checks: readonly CheckResult[], ending: { unreachable?: boolean } = {}): string {
  const cwd = temporaryFolder();
  const header = { target: { ...exampleHeader.target, name: "target" } };
  writeFileSync(join(cwd, "profile.yaml"), PROFILE);
  storeResult(join(cwd, "result.json"), checks, { header, ending });
  return cwd;
}

const PROFILE =
  "name: target\nbaseUrl: embedded\nauth: { mode: api-key }\nmerchants: [{ name: a, apiKey: key-of-a }]\n";
const NAMING = `${PROFILE}waivers: ours.yaml\n`;

const ROOT = exampleCheck("callback-url.https-only", { verdict: "failed" });
const FOLLOWER = exampleCheck("register.stores", { verdict: "failed", follows: [ROOT.requirement] });
const NEXT_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const TODAY = new Date().toISOString().slice(0, 10);

async function waive(cwd: string, given: Readonly<Record<string, string>> = {}) {
  const terms = { owner: "payments", reason: "known: see ticket", expires: NEXT_MONTH };
  const options = { profile: "profile.yaml", ...terms, ...given };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return runBin(["waive", "result.json", ...args], { cwd });
}

test("waive writes the root failures of a run, each below a comment, and nothing that follows", async () => {
  const cwd = withResult([ROOT, FOLLOWER, exampleCheck("register.accepts")]);
  const { code, stdout } = await waive(cwd, { into: "waivers.yaml" });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Wrote 1 waiver into waivers.yaml, until ${NEXT_MONTH}:\n  callback-url.https-only\nSet this in profile.yaml, so that a run uses them:\nwaivers: waivers.yaml\n`,
  });
  expect(readFileSync(join(cwd, "waivers.yaml"), "utf8")).toBe(
    `# §2.2, §8: A callback URL with a scheme other than https is refused.
# Added on ${TODAY}.
- requirement: callback-url.https-only
  reason: "known: see ticket"
  owner: payments
  expires: ${NEXT_MONTH}
`,
  );
});

test("waive updates the file that the profile names, and keeps its comments", async () => {
  const cwd = withResult([ROOT, exampleCheck("register.accepts", { verdict: "failed" })]);
  writeFileSync(join(cwd, "profile.yaml"), NAMING);
  const first = `# Ours.

# An old one.
- requirement: callback-url.https-only # https
  reason: old
  owner: somebody # ask first
  expires: 2020-01-01
- requirement: envelope.object
  reason: stays
  owner: others
  expires: 2999-12-31
# The end.
`;
  writeFileSync(join(cwd, "ours.yaml"), first);
  expect(await waive(cwd)).toMatchObject({ code: 0, stderr: "" });
  const text = readFileSync(join(cwd, "ours.yaml"), "utf8");
  const updated = first
    .replace("reason: old", 'reason: "known: see ticket"')
    .replace("owner: somebody", "owner: payments")
    .replace("2020-01-01", NEXT_MONTH);
  for (const line of updated.split("\n")) expect(text).toContain(line);
  expect(text).toMatch(/\n# §.*\n# Added on .*\n- requirement: register\.accepts\n/);
  expect(await waive(cwd)).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "ours.yaml"), "utf8")).toBe(text);
});

test.each([
  [{ expires: TODAY }, `--expires  expected a day after today, ${TODAY} UTC`],
  [{ expires: "2999-01-01" }, "--expires  expected a day within a year"],
  [
    { expires: "2027-02-30", owner: " " },
    "--owner  expected a name (got nothing)\n--expires  expected a date",
  ],
  [{ reason: "${HOME}" }, "expected ${env:NAME}"],
])("%j is refused, and nothing is written", async (given, sentence) => {
  const cwd = withResult([ROOT]);
  const { code, stdout, stderr } = await waive(cwd, { into: "waivers.yaml", ...given });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(sentence);
  expect(existsSync(join(cwd, "waivers.yaml"))).toBe(false);
});

test("waive needs a run that came to its end, and a file to write into", async () => {
  const dead = await waive(withResult([], { unreachable: true }), { into: "waivers.yaml" });
  expect(dead).toMatchObject({ code: 2, stderr: expect.stringContaining("its verdict is unreachable") });
  const nowhere = await waive(withResult([ROOT]));
  const sentence = "it names no file of waivers; name one by --into waivers.yaml";
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  const builtIn = await waive(withResult([ROOT]), { profile: "reference", into: "waivers.yaml" });
  expect(builtIn).toMatchObject({ code: 2, stderr: expect.stringContaining("it is part of this package") });
  const none = await waive(withResult([exampleCheck("register.accepts")]), { into: "waivers.yaml" });
  expect(none).toMatchObject({ code: 0, stdout: "Nothing to waive: result.json has no failure.\n" });
});

test("the file is relative to the profile, and made even if the profile names it already", async () => {
  const cwd = withResult([ROOT]);
  mkdirSync(join(cwd, "conformance"));
  writeFileSync(join(cwd, "conformance/profile.yaml"), NAMING);
  const profile = "conformance/profile.yaml";
  const missing = await runBin(["doctor", "--profile", profile], { cwd });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('(got "conformance/ours.yaml": no such file; `waive` writes one)'),
  });
  const named = await waive(cwd, { profile });
  expect(named.stdout).toBe(
    `Wrote 1 waiver into conformance/ours.yaml, until ${NEXT_MONTH}:\n  callback-url.https-only\n`,
  );
  const other = await waive(cwd, { profile, into: "a: b.yaml" });
  expect(other.stdout).toContain(
    'Set this in conformance/profile.yaml, so that a run uses them:\nwaivers: "a: b.yaml"\n',
  );
  expect(readFileSync(join(cwd, "conformance/a: b.yaml"), "utf8")).toContain(ROOT.requirement);
});

test.each([
  ["a folder", mkdirSync],
  ["a pipe", (file: string) => void execFileSync("mkfifo", [file])],
] as const)("%s is no file for waivers", async (_, make) => {
  const cwd = withResult([ROOT]);
  make(join(cwd, "waivers"));
  const { code, stderr } = await waive(cwd, { into: "waivers" });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^Cannot read waivers: /) });
});

test.each([
  ["the file", "waivers.yaml", "waivers.yaml"],
  ["a dangling file", "gone.yaml", "gone.yaml"],
  ["its folder", "folder/waivers.yaml", "folder"],
])("a link is refused, and nothing behind it changes: %s", async (_, into, link) => {
  const cwd = withResult([ROOT]);
  const elsewhere = temporaryFolder();
  const theirs = join(elsewhere, "waivers.yaml");
  writeFileSync(theirs, "# Theirs.\n");
  symlinkSync(elsewhere, join(cwd, "folder"));
  symlinkSync(theirs, join(cwd, "waivers.yaml"));
  symlinkSync(join(elsewhere, "gone.yaml"), join(cwd, "gone.yaml"));
  for (const named of [PROFILE, `${PROFILE}waivers: ${into}\n`]) {
    writeFileSync(join(cwd, "profile.yaml"), named);
    const { code, stderr } = await waive(cwd, named === PROFILE ? { into } : {});
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Cannot write ${into}: ${link} is a symbolic link\n`,
    });
  }
  expect(readdirSync(elsewhere)).toEqual(["waivers.yaml"]);
  expect(readFileSync(theirs, "utf8")).toBe("# Theirs.\n");
});

test("a first baseline: run, waive, add the printed line, and the next run passes", async () => {
  const cwd = temporaryFolder();
  const url = await servedReference({ mutant: "accepts-ftp" });
  const facts = `name: target\nbaseUrl: ${url}\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: reference-alpha-key-7f3a9c21 }]\n`;
  writeFileSync(join(cwd, "profile.yaml"), `${facts}limits: { requestsPerSecond: 5000 }\n`);
  const gate = ["run", "callback-url", "--depth", "quick", "--profile", "./profile.yaml"];
  expect((await runBin(gate, { cwd })).code).toBe(1);
  const terms = ["--into", "waivers.yaml", "--owner", "us", "--reason", "known", "--expires", NEXT_MONTH];
  const waived = await runBin(["waive", "reports/latest", "--profile", "./profile.yaml", ...terms], { cwd });
  expect(waived.code).toBe(0);
  const [line = ""] = /^waivers: .*$/m.exec(waived.stdout) ?? [];
  writeFileSync(join(cwd, "profile.yaml"), `${readFileSync(join(cwd, "profile.yaml"), "utf8")}${line}\n`);
  const { code, stdout } = await runBin(gate, { cwd });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Verdict .*, 1 waived \(exit 0\)/m),
  });
});
