import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const HEAD = "name: t\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\n";

/** A folder with a profile, and waivers beside it. */
function folderWith(profile: string, waivers = "[]\n"): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "t.yaml"), `${HEAD}${profile}`);
  writeFileSync(join(cwd, "waivers.yaml"), waivers);
  return cwd;
}

const ELSEWHERE = "baseUrl: http://127.0.0.1:1\n";
const EMBEDDED = "baseUrl: embedded\n";

test("a pin of a checked requirement is distinguished from a misspelt one", async () => {
  const cwd = folderWith(`${ELSEWHERE}pins: { callback-url.https-only: refused, callback-url.prot: 1 }\n`);
  const { code, stderr } = await runBin(["run", "--profile", "t.yaml"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('"callback-url.https-only", which is checked in any case: remove the pin)');
  expect(stderr).toContain('"callback-url.prot"; did you mean callback-url.port?)');
});

test("all faults of waivers are reported together", async () => {
  const waivers =
    "- { requirement: callback-url.https-onl, reason: r, owner: o, expires: 2999-01-01 }\n- { requirement: register.stores, reason: r, expires: soon }\n";
  const cwd = folderWith(`${ELSEWHERE}waivers: ./waivers.yaml\n`, waivers);
  const { code, stderr } = await runBin(["run", "--profile", "t.yaml"], { cwd });
  expect(code).toBe(2);
  expect(stderr.trimEnd().split("\n")).toEqual([
    expect.stringContaining("did you mean callback-url.https-only?"),
    expect.stringContaining("[1].owner"),
    expect.stringContaining("[1].expires"),
  ]);
});

test("restore with nothing to do says so once", async () => {
  const env = { XDG_STATE_HOME: temporaryFolder() };
  const { stdout } = await runBin(["restore", "--profile", "t.yaml"], { cwd: folderWith(ELSEWHERE), env });
  expect(stdout).toMatch(/^Nothing to restore: [^\n]+\n$/);
});

test("observe pins into a profile that there is, and says how to make one", async () => {
  const cwd = folderWith(ELSEWHERE);
  const pin = ["observe", "envelope.success-code", "--pin", "--pin-into", "./new one.yaml"];
  const own = await runBin([...pin, "--profile", "t.yaml"], { cwd });
  expect(own).toMatchObject({ code: 2, stdout: "" });
  expect(own.stderr).toContain("there is no such file; copy the profile first: cp t.yaml './new one.yaml'");
  const ours = await runBin(pin, { cwd });
  expect(ours.stderr).toMatch(/write a profile with .*init$/m);
});

test("a pin that is not kept is shown beside what was seen, in the same words", async () => {
  const cwd = folderWith(`${EMBEDDED}pins: { disable.second-answer: refused }\n`);
  const args = ["run", "disable.second-answer", "--depth", "quick", "--profile", "t.yaml", "--out", "out"];
  const { stdout } = await runBin(args, { cwd });
  expect(stdout).toMatch(/expected {2}"refused"\n {2}actual {4}"accepted"\n/);
});

test("the estimate of a selection covers only the selection", async () => {
  const cwd = folderWith(EMBEDDED);
  const cost = async (...args: string[]) =>
    /^.* requests.* at depth quick.*$/m.exec((await quick(cwd, ...args)).stdout)?.[0];
  expect(await cost("versioning")).toMatch(/^About \d+ requests for what was selected at depth quick/);
  expect(await cost()).toMatch(/^About \d+ requests for everything at depth quick/);
});

test("compare reports a profile without pins, and skips facts that a result does not contain", async () => {
  const cwd = folderWith(EMBEDDED);
  await quick(cwd, "versioning", "--out", "seen");
  const { stdout } = await runBin(["compare", "t.yaml", "seen"], { cwd });
  expect(stdout).toMatch(/^The profile t has no pins, /m);
  expect(stdout).not.toContain("null");
});

async function quick(cwd: string, ...args: string[]) {
  return runBin(["run", "--depth", "quick", "--profile", "t.yaml", ...args], { cwd });
}
