import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { packageRoot } from "../../package/package-root.ts";
import { readResult } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const VITEST = join(packageRoot, "node_modules/vitest/vitest.mjs");
const CONFIG = join(packageRoot, "config/conformance.config.ts");
const HTTPS_ONLY = "callback-url.https-only";
const TEXT = "A callback URL with a scheme other than https is refused. (inferred, §2.2, §8)";

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** A run under vitest, as a team with its own reporters starts it. */
async function hosted(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const out = temporaryFolder();
  const report = join(temporaryFolder(), "tests.json");
  const reporters = ["--reporter", "json", "--outputFile", report];
  const child = spawn(process.execPath, [VITEST, "run", "--config", CONFIG, ...args, ...reporters], {
    cwd: out,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      CONFORMANCE_OUT: out,
      CONFORMANCE_DEPTH: "quick",
      ...env,
    },
    stdio: "ignore",
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { code, tests, result: readResult(out) };
}

test("an area is a describe and a requirement is a test; -t selects, and the result says so", async () => {
  const baseUrl = await servedReference({ mutant: "accepts-ftp" });
  const { code, tests, result } = await hosted({ CONFORMANCE_BASE_URL: baseUrl }, ["-t", HTTPS_ONLY]);
  expect(code).toBe(1);
  expect(tests.length).toBeGreaterThan(250);
  expect(tests.filter(({ ancestorTitles, title }) => !title.startsWith(`${ancestorTitles[0]}.`))).toEqual([]);
  const [failed, ...others] = tests.filter(({ status }) => !["skipped", "pending"].includes(status));
  expect(others).toEqual([]);
  expect(failed).toMatchObject({ ancestorTitles: ["callback-url"], title: HTTPS_ONLY, status: "failed" });
  expect(failed?.failureMessages.join("\n").split("\n")).toEqual([
    `NonConformanceAssertionError: ${TEXT}`,
    "expected  the scheme ftp to be refused",
    expect.stringMatching(/^actual {4}HTTP 200 /),
    expect.stringMatching(
      /^replay {4}\S.* replay \S*capsules\/callback-url\.https-only\.json --base-url http:/,
    ),
  ]);
  expect(result.selection).toMatchObject({ selectors: [HTTPS_ONLY] });
  expect(result.checks.map(({ requirement }) => requirement)).toContain(HTTPS_ONLY);
  expect(result.checks.length).toBeLessThan(30);
});

test("vitest ends with 4 when the target cannot be reached, and the result says why", async () => {
  const { code, result } = await hosted({ CONFORMANCE_BASE_URL: "http://127.0.0.1:1" });
  expect({ code, result }).toMatchObject({
    code: 4,
    result: { verdict: "unreachable", reason: expect.stringContaining("ECONNREFUSED"), checks: [] },
  });
});

test("vitest judges, puts the target back, writes the results, and ends with the exit code of the verdict", async () => {
  const skip = "callback-url,lifecycle,concurrency,isolation,auth";
  const whole = await hosted({ CONFORMANCE_SKIP: skip });
  expect(whole).toMatchObject({ code: 0, result: { verdict: "conformant-partial", depth: "quick" } });
  expect(whole.result.restored).toHaveLength(2);
  const cut = await hosted({ CONFORMANCE_MAX_REQUESTS: "12", CONFORMANCE_SKIP: skip });
  expect(cut).toMatchObject({ code: 3, result: { verdict: "incomplete" } });
});
