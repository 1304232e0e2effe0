import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../package/package-root.ts";
import { readResult } from "../testing/run-bin.ts";
import { folderWithProfile, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const VITEST = join(packageRoot, "node_modules/vitest/vitest.mjs");
const CONFIG = join(packageRoot, "config/conformance.config.ts");

test("plain vitest ends with 4 when the target cannot be reached, and the result says why", async () => {
  const { code, result } = await runVitest({ CONFORMANCE_BASE_URL: "http://127.0.0.1:1" });
  expect({ code, result }).toMatchObject({
    code: 4,
    result: { verdict: "unreachable", reason: expect.stringContaining("ECONNREFUSED"), checks: [] },
  });
});

async function runVitest(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const out = temporaryFolder();
  const child = spawn(process.execPath, [VITEST, "run", "--config", CONFIG, ...args], {
    cwd: out,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], CONFORMANCE_OUT: out, ...env },
    stdio: "ignore",
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, result: readResult(out) };
}

const MORE = "limits: { requestsPerSecond: 5000 }\nwaivers: waivers.yaml\n";
const WAIVER = "- requirement: register.replaces\n  reason: known\n  owner: team\n  expires: 2999-12-31\n";

test("in plain vitest, too, a waived root waives what follows from it", async () => {
  const folder = folderWithProfile(await servedReference({ mutant: "keeps-the-first-url" }), MORE);
  writeFileSync(join(folder, "waivers.yaml"), WAIVER);
  const tests = join(folder, "tests.json");
  const args = ["--reporter", "json", "--outputFile", tests];
  const { code, result } = await runVitest(
    {
      CONFORMANCE_PROFILE: join(folder, "target.yaml"),
      CONFORMANCE_DEPTH: "quick",
      CONFORMANCE_SKIP: "auth,callback-url,isolation,concurrency",
    },
    args,
  );
  const waived = result.checks.filter(({ verdict }) => verdict === "waived");
  expect(waived.length).toBeGreaterThan(3);
  expect(JSON.parse(readFileSync(tests, "utf8"))).toMatchObject({ numFailedTests: 0 });
  expect(code).toBe(0);
});

test("plain vitest judges, puts the target back, writes the results, and ends with the exit code of the verdict", async () => {
  const skip = "callback-url,lifecycle,concurrency,isolation,auth";
  const whole = await runVitest({ CONFORMANCE_DEPTH: "quick", CONFORMANCE_SKIP: skip });
  expect(whole).toMatchObject({ code: 0, result: { verdict: "conformant-partial", depth: "quick" } });
  expect(whole.result.restored).toHaveLength(2);
  const cut = await runVitest({ CONFORMANCE_MAX_REQUESTS: "12", CONFORMANCE_SKIP: skip });
  expect(cut).toMatchObject({ code: 3, result: { verdict: "incomplete" } });
});
