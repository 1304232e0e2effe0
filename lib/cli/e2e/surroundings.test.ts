import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../package/package-root.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { callWebhook, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const NAME = "card-issuing-conformance";
const QUICK = ["run", "versioning", "--depth", "quick", "--out", "out"] as const;

/** The option of Node that runs some code before the command. */
function before(code: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** Runs the command under a Node that says it has another version. @param root of another copy of the package */
async function runUnder(version: string, root?: string) {
  const versions = `{ ...process.versions, node: "${version}" }`;
  return runBin(["--version"], {
    nodeArgs: [before(`Object.defineProperty(process, "versions", { value: ${versions} })`)],
    ...(root !== undefined && { root }),
  });
}

test.concurrent.each([
  ["22.18.0", 2],
  ["25.1.0", 2],
  ["22.19.0", 0],
  ["26.0.0", 0],
])("Node %s: exit %i", async (version, code) => {
  const ended = await runUnder(version);
  expect(ended).toMatchObject(code === 0 ? { code, stderr: "" } : { code, stdout: "" });
  if (code === 0) return;
  expect(ended.stderr).toMatch(/^Cannot run card-issuing-conformance: this is Node \S+, and it needs .*\n$/);
  expect(ended.stderr).toContain(version);
  expect(ended.stderr).toContain("In a checkout, run npm ci, then npm run -s cli -- <command>.");
});

test("an installed package does not speak of a checkout", async () => {
  const root = temporaryFolder();
  cpSync(join(packageRoot, "lib/cli/bin.js"), join(root, "dist/lib/cli/bin.js"));
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  const { code, stderr } = await runUnder("20.20.2", join(root, "dist"));
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/26 and later\. Install such a Node, and repeat the command\.\n$/),
  });
});

/** A user of a container may have neither HOME nor an entry in the list of users: Node then throws. */
const HOMELESS = {
  XDG_CACHE_HOME: "",
  XDG_STATE_HOME: "",
  NODE_OPTIONS: before(
    `const os = process.getBuiltinModule("node:os");
     os.homedir = () => { throw new Error("uv_os_homedir returned ENOENT"); };
     process.getBuiltinModule("node:module").syncBuiltinESMExports();`,
  ),
};

test.each([
  [["list", "limits"], HOMELESS],
  [QUICK, HOMELESS],
  [QUICK, { XDG_CACHE_HOME: "", XDG_STATE_HOME: "", HOME: "/proc/1/none" }],
])("without a home folder, %j works", async (args, env) => {
  expect(await runBin(args, { cwd: temporaryFolder(), env })).toMatchObject({ code: 0, stderr: "" });
});

test("without a home folder, restore and doctor say what to set", async () => {
  const advice = /Cannot save what a run must restore: this user has no home folder\. Set XDG_STATE_HOME to /;
  expect(await runBin(["restore"], { env: HOMELESS })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(advice),
  });
  const doctor = ["doctor", "--base-url", await servedReference()];
  expect(await runBin(doctor, { env: HOMELESS })).toMatchObject({
    code: 4,
    stdout: expect.stringMatching(new RegExp(`✗ state +${advice.source}`)),
  });
  expect(await runBin(doctor, { env: { ...HOMELESS, XDG_STATE_HOME: temporaryFolder() } })).toMatchObject({
    code: 0,
  });
});

test.skipIf(process.platform === "win32")("2: in a folder that does not exist any more", () => {
  const bin = join(packageRoot, "lib/cli/bin.js");
  const script = 'cd "$1" && rmdir "$1" && exec "$2" "$3" --version';
  const args = ["-c", script, "sh", temporaryFolder(), process.execPath, bin];
  const { status, stderr } = spawnSync("sh", args, { encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "The current folder does not exist any more. Change to another folder, and repeat the command.\n",
  });
});

test("the main file by itself says what the command is", () => {
  const args = [join(packageRoot, "lib/cli/main.ts"), "--version"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: temporaryFolder() });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "Cannot run lib/cli/main.ts by itself: the command is lib/cli/bin.js.\n",
  });
});

test("an error outside of any call ends with the exit code of a defect, not with that of a failure", async () => {
  const NODE_OPTIONS = before("setTimeout(() => { throw new Error('broken'); }, 1);");
  const { code, stderr } = await runBin(["serve", "--port", "0"], { env: { NODE_OPTIONS } });
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: expect.stringContaining("This is a defect of card-issuing-conformance: Error: broken"),
  });
});

test.concurrent.each([
  [0, QUICK],
  [0, [...QUICK, "--format", "json"]],
  [0, ["list", "--json"]],
  [0, ["observe", "limits.latency", "--depth", "quick", "--out", "out"]],
  [2, ["run", "no-such-area"]],
])("%i is the exit code without a reader of what %j prints", async (code, args) => {
  const cwd = temporaryFolder();
  const unread = code === 0 ? (["stdout"] as const) : (["stdout", "stderr"] as const);
  const ended = await runBin(args, { cwd, env: { XDG_STATE_HOME: cwd }, unread });
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({
    code,
    stderr: expect.not.stringMatching(/EPIPE|^ {4}at /m),
  });
});

test("a run without a reader keeps its verdict, writes its reports, and puts the target back", async () => {
  const [url, out] = [await servedReference({ mutant: "accepts-plain-http" }), temporaryFolder()];
  const configuration = { callbackUrl: "https://merchant.example/before" };
  await callWebhook(url, "register", configuration);
  const args = ["run", "callback-url.https-only", "--depth", "quick", "--base-url", url, "--out", out];
  const { code } = await runBin(args, { unread: ["stdout", "stderr"] });
  expect({ code, verdict: readResult(out).verdict }).toEqual({ code: 1, verdict: "non-conformant" });
  expect(readFileSync(join(out, "junit.xml"), "utf8")).toContain('failures="1"');
  expect(await callWebhook(url, "query")).toMatchObject({ data: configuration });
});

test("2: a command cannot print to the end on a full disk", async () => {
  const NODE_OPTIONS = before(
    `process.stdout._write = (chunk, encoding, done) => done(Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" }));`,
  );
  expect(await runBin(["list"], { env: { NODE_OPTIONS } })).toMatchObject({
    code: 2,
    stderr:
      "Cannot print to the end: ENOSPC: no space left. Free space or print elsewhere, and repeat the command.\n",
  });
});

test("compiled code is kept in a folder of the user's own cache, readable for the user only", async () => {
  const cache = temporaryFolder();
  expect(await listWith(cache)).toEqual({ code: 0, stderr: "", temporary: [] });
  expect(readdirSync(join(cache, NAME))).toHaveLength(1);
});

/** Runs a command with a cache folder of its own. */
async function listWith(cache: string) {
  const temporary = temporaryFolder();
  const env = { XDG_CACHE_HOME: cache, TMPDIR: temporary };
  const { code, stderr } = await runBin(["list", "versioning"], { env, ownProcess: true });
  return { code, stderr, temporary: readdirSync(temporary) };
}

function openTo(mode: number) {
  return (folder: string): string => {
    mkdirSync(folder);
    chmodSync(folder, mode);
    return folder;
  };
}

/** Things that another user may have put where the folder was. Each names a place that must stay empty. */
const planted: readonly (readonly [what: string, plant: (folder: string) => string])[] = [
  ["a folder of mode 777", openTo(0o777)],
  [
    "a link",
    (folder) => {
      const elsewhere = temporaryFolder();
      symlinkSync(elsewhere, folder);
      return elsewhere;
    },
  ],
  [
    "a folder in one that others can write",
    (folder) => {
      mkdirSync(folder, { mode: 0o700 });
      chmodSync(join(folder, ".."), 0o777);
      return folder;
    },
  ],
];

test.each([
  ...planted,
  ...(process.getuid?.() === 0 ? [["a folder of another user", ofAnotherUser] as const] : []),
])("%s keeps no compiled code, and none of it runs", async (_, plant) => {
  const cache = temporaryFolder();
  const place = plant(join(cache, NAME));
  expect(await listWith(cache)).toEqual({ code: 0, stderr: "", temporary: [] });
  expect(readdirSync(place)).toEqual([]);
});

function ofAnotherUser(folder: string): string {
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 12_345, 12_345);
  return folder;
}

test("if there can be no folder, the command does without", async () => {
  const cache = join(temporaryFolder(), "file");
  writeFileSync(cache, "");
  expect(await listWith(cache)).toEqual({ code: 0, stderr: "", temporary: [] });
});

test("init writes a profile that is refused only for what is to be filled in, and overwrites nothing", async () => {
  const cwd = temporaryFolder();
  expect(await runBin(["init", "staging"], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      / doctor --profile \.\/staging\.yaml\n.* run --profile \.\/staging\.yaml\n$/,
    ),
  });
  const text = readFileSync(join(cwd, "staging.yaml"), "utf8");
  expect(text).toMatch(/^name: staging$/m);
  const [, schema = ""] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
  expect(JSON.parse(readFileSync(join(cwd, schema), "utf8"))).toMatchObject({
    $id: "urn:card-issuing-conformance:profile:1",
  });
  expect(await runBin(["run", "--profile", "./staging.yaml"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("STAGING_ALPHA_API_KEY"),
  });
  expect(await runBin(["init", "staging"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the file exists already"),
  });
});
