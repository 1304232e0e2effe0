import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const HEAD = `name: ours
baseUrl: http://127.0.0.1:1
auth: { mode: api-key }
merchants: [{ name: alpha, apiKey: key-of-alpha }]
`;
const ANCHORS = Array.from({ length: 500 }, (_, index) => `k${index}: 1`).join(", ");
const MERGES = Array.from({ length: 4000 }, (_, index) => `      b${index}: { <<: *a }`).join("\n");

async function refused(text: string, waivers = "") {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "ours.yaml"), text);
  writeFileSync(join(cwd, "waivers.yaml"), waivers);
  const { code, stdout, stderr } = await runBin(["run", "--profile", "ours.yaml"], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  return stderr;
}

test("thousands of aliases cost no time", { timeout: 20_000 }, async () => {
  const startedAt = performance.now();
  const text = `${HEAD}operations:\n  transaction/query:\n    body:\n      a: &a { ${ANCHORS} }\n${MERGES}\n`;
  expect(await refused(text)).toContain("Excessive alias count");
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

test.each([
  ["unknown fields", HEAD + Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join("\n")],
  ["wrong entries", `${HEAD.replace(/merchants.*/, "merchants:")}${"  - 1\n".repeat(100_000)}`],
  ["fields twice", `${HEAD}pins:\n${"  - { a: 1, a: 1 }\n".repeat(20_000)}`],
  ["aliases without an anchor", `${HEAD}pins:\n${"  - *a\n".repeat(100_000)}`],
])("thousands of %s cost no time", { timeout: 30_000 }, async (_, text) => {
  const startedAt = performance.now();
  expect((await refused(text)).split("\n").length).toBeLessThan(300);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test("a file that is larger than any profile is not read", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "ours.yaml"), HEAD);
  truncateSync(join(cwd, "ours.yaml"), 5_000_000_000);
  writeFileSync(join(cwd, "capsule.json"), "{}");
  truncateSync(join(cwd, "capsule.json"), 5_000_000_000);
  expect(await runBin(["run", "--profile", "ours.yaml"], { cwd })).toMatchObject({
    code: 2,
    stderr: "ours.yaml:1:1  Cannot read the file: it is larger than 4194304 bytes\n",
  });
  expect(await runBin(["replay", "capsule.json"], { cwd })).toMatchObject({
    code: 2,
    stderr: "Cannot replay capsule.json: it is larger than 64 MiB\n",
  });
});
