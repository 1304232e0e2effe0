import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { packageRoot } from "../../package/package-root.ts";
import { readResult } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const VITEST = join(packageRoot, "node_modules/vitest/vitest.mjs");
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
const allureSchema = z.object({
  name: z.string(),
  historyId: z.string(),
  status: z.string(),
  statusDetails: z.object({ message: z.string().optional() }).optional(),
  labels: z.array(z.object({ name: z.string(), value: z.string() })),
  attachments: z.array(z.object({ name: z.string(), source: z.string() })),
  steps: z.array(z.object({ attachments: z.array(z.object({ name: z.string() })) })),
});

/** A run under vitest against a server that accepts ftp, as a team with its own reporters starts it. */
async function hosted(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  config = "conformance",
) {
  const folder = temporaryFolder();
  const [out, report] = [join(folder, "results"), join(folder, "tests.json")];
  const file = join(packageRoot, `config/${config}.config.ts`);
  const reporters = config === "conformance" ? ["--reporter", "json", "--outputFile", report] : [];
  const child = spawn(process.execPath, [VITEST, "run", "--config", file, ...args, ...reporters], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      XDG_STATE_HOME: folder,
      CONFORMANCE_OUT: out,
      CONFORMANCE_DEPTH: "quick",
      CONFORMANCE_BASE_URL: await servedReference({ mutant: "accepts-ftp" }),
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: Buffer[] = [];
  child.stderr.on("data", (part: Buffer) => errors.push(part));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const tests = () => {
    const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  };
  return { code, out, folder, tests, stderr: Buffer.concat(errors).toString() };
}

test("an area is a describe and a requirement is a test; -t selects, and the result says so", async () => {
  const { code, out, tests } = await hosted(["-t", HTTPS_ONLY]);
  expect(code).toBe(1);
  const all = tests();
  expect(all.length).toBeGreaterThan(250);
  expect(all.filter(({ ancestorTitles, title }) => !title.startsWith(`${ancestorTitles[0]}.`))).toEqual([]);
  const [failed, ...others] = all.filter(({ status }) => !["skipped", "pending"].includes(status));
  expect(others).toEqual([]);
  expect(failed).toMatchObject({ ancestorTitles: ["callback-url"], title: HTTPS_ONLY, status: "failed" });
  expect(failed?.failureMessages.join("\n").split("\n")).toEqual([
    `NonConformanceAssertionError: ${TEXT}`,
    "expected  the scheme ftp to be refused",
    expect.stringMatching(/^actual {4}HTTP 200 /),
    expect.stringMatching(
      /^replay {4}\S.* replay \S+\/capsules\/callback-url\.https-only\.json --base-url http:/,
    ),
  ]);
  const { selection, checks } = readResult(out);
  expect(selection).toMatchObject({ selectors: [HTTPS_ONLY] });
  expect(checks.map(({ requirement }) => requirement)).toEqual([HTTPS_ONLY]);
});

test("allure-vitest shows area, level and sections as labels, and the exchanges as attachments", async () => {
  const { folder } = await hosted(["-t", HTTPS_ONLY], {}, "conformance-allure");
  const results = join(folder, "allure-results");
  const files = readdirSync(results).filter((file) => file.endsWith("-result.json"));
  const all = files.map((file) => allureSchema.parse(JSON.parse(readFileSync(join(results, file), "utf8"))));
  const shown = all.find(({ name }) => name === HTTPS_ONLY);
  expect(shown).toMatchObject({
    status: "failed",
    statusDetails: { message: expect.stringContaining(TEXT) },
  });
  expect(shown?.historyId).toMatch(/^reference http:\/\/127\.0\.0\.1:\d+ callback-url\.https-only$/);
  expect(shown?.labels).toEqual(
    expect.arrayContaining([
      { name: "area", value: "callback-url" },
      { name: "level", value: "inferred" },
      { name: "section", value: "2.2" },
      { name: "section", value: "8" },
    ]),
  );
  const attachments = [
    ...(shown?.attachments ?? []),
    ...(shown?.steps ?? []).flatMap((step) => step.attachments),
  ];
  expect(attachments.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Evidence", "Evidence as HAR"]),
  );
});
