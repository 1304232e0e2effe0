import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const WAIVER = "- requirement: register.replaces\n  reason: known\n  owner: team\n  expires: 2999-12-31\n";

/** Judges a mutant by some areas at quick depth; what came of it. */
async function runOf(mutant: string, areas: readonly string[], waivers?: string) {
  const cwd = temporaryFolder();
  const out = join(cwd, "out");
  const url = await servedReference({ mutant });
  if (waivers !== undefined) writeFileSync(join(cwd, "waivers.yaml"), waivers);
  writeFileSync(
    join(cwd, "profile.yaml"),
    [
      "name: t",
      `baseUrl: ${url}`,
      "auth: { mode: api-key }",
      "merchants:",
      "  - { name: alpha, apiKey: reference-alpha-key-7f3a9c21 }",
      "  - { name: beta, apiKey: reference-beta-key-52d8e0b4 }",
      "limits: { requestsPerSecond: 5000 }",
      ...(waivers === undefined ? [] : ["waivers: waivers.yaml"]),
    ].join("\n"),
  );
  const args = ["run", ...areas, "--profile", "profile.yaml", "--depth", "quick", "--out", out];
  const { code, stdout } = await runBin(args, { cwd });
  const written = (file: string) => readFileSync(join(out, file), "utf8");
  return { code, stdout, result: readResult(out), written };
}

test("one fault is one failure, and what follows from it is one line", async () => {
  const { code, stdout, result, written } = await runOf("keeps-the-first-url", ["register", "lifecycle"]);
  expect({ code, stdout }).toMatchObject({ code: 1 });
  expect(stdout).toMatch(/^Verdict {3}non-conformant, 1 failure, \d+ follow from it \(exit 1\)/m);
  expect(stdout.match(/^✗ [a-z-]+\.[a-z-]+ /gm)).toEqual(["✗ register.replaces "]);
  expect(stdout).toMatch(
    /explains {2}\d+ failures(?: and \d+ warnings?)? more: [a-z., -]*register\.stores, register\.replaces-near-identical,/,
  );
  const followers = result.checks.filter(({ verdict, follows }) => verdict === "failed" && follows);
  expect(followers.length).toBeGreaterThan(3);
  for (const { follows } of followers) expect(follows).toEqual(["register.replaces"]);
  const [, failures = ""] = written("summary.md").split(/^### /m);
  expect(failures.match(/^- \*\*[a-z.-]+/gm)).toEqual(["- **register.replaces"]);
  expect(/<testcase name="([^"]+)"/.exec(written("junit.xml"))?.[1]).toBe("register.replaces");
});

test("a waived root waives what follows from it", async () => {
  const { code, stdout, result } = await runOf("keeps-the-first-url", ["register", "lifecycle"], WAIVER);
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(result.counts).toMatchObject({ failed: 0 });
  expect(result.counts["waived"]).toBeGreaterThan(3);
});

test.each([
  ["sends-every-answer-in-an-array", "envelope.json-object"],
  ["wraps-every-envelope", "envelope.json-object"],
  ["answers-queries-without-data", "query.answers"],
  ["sends-the-configuration-as-json-text", "envelope.data-object"],
])("%s fails %s, and says once that it prevented the rest", async (mutant, requirement) => {
  const { code, stdout, result } = await runOf(mutant, ["envelope", "api-key", "register", "query"]);
  expect({ code, stdout }).toMatchObject({ code: 1 });
  const failed = result.checks.filter(({ verdict }) => verdict === "failed");
  expect(failed.map((check) => check.requirement)).toEqual([requirement]);
  const prevented = stdout
    .split("\n")
    .filter((line) => line.includes(`Not checked because of ${requirement}.`));
  expect(prevented).toHaveLength(1);
});
