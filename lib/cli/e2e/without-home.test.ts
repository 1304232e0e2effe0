import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** A user of a container may have neither HOME nor an entry in the list of users: Node then throws. */
const WITHOUT_HOME = `data:text/javascript,${encodeURIComponent(
  "const os = process.getBuiltinModule('node:os');" +
    "os.homedir = () => { throw new Error('uv_os_homedir returned ENOENT'); };" +
    "process.getBuiltinModule('node:module').syncBuiltinESMExports();",
)}`;
const BREAKS = `data:text/javascript,${encodeURIComponent("setTimeout(() => { throw new Error('broken'); }, 1);")}`;

const NO_FOLDERS = { XDG_CACHE_HOME: "", XDG_STATE_HOME: "" };

test.each([
  { args: ["--version"] },
  { args: ["list", "limits"] },
  { args: ["explain", "query.answers"] },
  { args: ["run", "versioning", "--depth", "quick"] },
])("without a home folder, $args.0 works", async ({ args }) => {
  const out = args[0] === "run" ? ["--out", join(temporaryFolder(), "out")] : [];
  const env = { ...NO_FOLDERS, NODE_OPTIONS: `--import=${WITHOUT_HOME}` };
  const { code, stderr } = await runBin([...args, ...out], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test.skipIf(process.platform !== "linux")("below a home that takes no folder, a run works", async () => {
  const env = { ...NO_FOLDERS, HOME: "/proc/1/none" };
  const out = ["--out", join(temporaryFolder(), "out")];
  const { code, stderr } = await runBin(["run", "versioning", "--depth", "quick", ...out], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test.skipIf(process.platform === "win32")("2: in a folder that does not exist any more", () => {
  const bin = new URL("../bin.js", import.meta.url).pathname;
  const script = 'cd "$1" && rmdir "$1" && exec "$2" "$3" --version';
  const args = ["-c", script, "sh", temporaryFolder(), process.execPath, bin];
  const { status, stderr } = spawnSync("sh", args, { encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "The current folder does not exist any more. Change to another folder, and repeat the command.\n",
  });
});

test("without a home folder, restore ends with 2 and says what to set", async () => {
  const { code, stderr } = await runBin(["restore"], {
    env: { ...NO_FOLDERS, NODE_OPTIONS: `--import=${WITHOUT_HOME}` },
  });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      "Cannot save what a run must restore: this user has no home folder. Set XDG_STATE_HOME to a folder that only this user can write.\n",
  });
});

test("without a home folder, doctor says what to set before a run of a target", async () => {
  const args = ["--base-url", await servedReference()];
  const env = { ...NO_FOLDERS, NODE_OPTIONS: `--import=${WITHOUT_HOME}` };
  const { code, stdout } = await runBin(["doctor", ...args], { env });
  expect({ code, stdout }).toEqual({
    code: 4,
    stdout: expect.stringMatching(/✗ state +Cannot save what a run must restore: .*Set XDG_STATE_HOME/),
  });
  const state = { ...env, XDG_STATE_HOME: temporaryFolder() };
  expect((await runBin(["doctor", ...args], { env: state })).code).toBe(0);
});

test("an error outside of any call ends with the exit code of a defect, not with that of a failure", async () => {
  const { code, stderr } = await runBin(["serve", "--port", "0"], {
    env: { NODE_OPTIONS: `--import=${BREAKS}` },
  });
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: expect.stringContaining("This is a defect of card-issuing-conformance: Error: broken"),
  });
});
