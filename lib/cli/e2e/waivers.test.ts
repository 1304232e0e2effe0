import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { findMutant } from "../serve/find-mutant.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Judges a server that accepts ftp, with these waivers; what came of it. */
async function runWith(waivers: string) {
  const rules = findMutant("accepts-ftp").apply(conformantRules);
  const server = await serveReference(
    createReference({ merchants: [{ name: "alpha", apiKey: "key-of-alpha" }], rules }),
  );
  onTestFinished(async () => server.close());
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "waivers.yaml"), waivers);
  writeFileSync(
    join(cwd, "profile.yaml"),
    `name: t\nbaseUrl: ${server.url}\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\nlimits: { requestsPerSecond: 5000 }\nwaivers: waivers.yaml\n`,
  );
  const args = [
    "run",
    "callback-url.https-only",
    "callback-url.null",
    "--profile",
    "profile.yaml",
    "--out",
    "out",
  ];
  const { code, stdout, stderr } = await runBin(args, { cwd });
  return { code, stdout, stderr, out: join(cwd, "out") };
}

function waiver(requirement: string, expires: string): string {
  return `- requirement: ${requirement}\n  reason: the gateway is replaced\n  owner: payments\n  expires: ${expires}\n`;
}

test("a waived failure does not fail the run, and stays visible everywhere", async () => {
  const { code, stdout, out } = await runWith(waiver("callback-url.https-only", "2999-12-31"));
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/^~ callback-url\.https-only {2}waived/m);
  expect(stdout).toContain("waived    until 2999-12-31, by payments: the gateway is replaced");
  expect(stdout).toContain("Verdict   conformant-partial, 1 waived (exit 0)");
  const result = readResult(out);
  expect(result).toMatchObject({
    verdict: "conformant-partial",
    counts: { failed: 0, waived: 1 },
    waivers: [{ requirement: "callback-url.https-only", state: "applied", file: "waivers.yaml", line: 1 }],
  });
  expect(readFileSync(join(out, "junit.xml"), "utf8")).toContain(
    '<skipped message="waived until 2999-12-31 by payments: the gateway is replaced"/>',
  );
  expect(readFileSync(join(out, "summary.md"), "utf8")).toContain("### Waived failures");
});

test("a waiver whose requirement passes fails the run, with file and line", async () => {
  const both = waiver("callback-url.https-only", "2999-12-31") + waiver("callback-url.null", "2999-12-31");
  const { code, stdout, out } = await runWith(both);
  expect({ code, stdout }).toMatchObject({ code: 1 });
  expect(stdout).toContain("✗ waivers.yaml:5: callback-url.null passes; remove its waiver");
  expect(readFileSync(join(out, "junit.xml"), "utf8")).toContain('<failure type="waiver"');
  expect(readFileSync(join(out, "summary.md"), "utf8")).toContain("waivers.yaml:5");
});

test("an expired waiver waives nothing and fails the run by itself", async () => {
  const { code, stdout } = await runWith(waiver("callback-url.https-only", "2020-01-01"));
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ callback-url\.https-only {2}failed/m);
  expect(stdout).toContain("✗ waivers.yaml:1: the waiver of callback-url.https-only expired on 2020-01-01");
});

test("an unknown requirement is refused before anything is sent", async () => {
  const { code, stdout, stderr } = await runWith(waiver("callback-url.https-onl", "2999-12-31"));
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^waivers\.yaml:1:16 .*did you mean callback-url\.https-only\?/);
});
