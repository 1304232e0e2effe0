import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suiteIdentity } from "../../package/package-root.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { folderWithProfile, servedReference } from "../testing/served-reference.ts";

const DIGEST = "5e".repeat(32);

/** Runs one check with the profile of a folder, into its folder `out`. */
async function judged(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const places = ["--profile", join(cwd, "target.yaml"), "--out", join(cwd, "out")];
  return runBin(["run", "versioning.path-prefix", "--depth", "quick", ...places, ...args], { env });
}

test("a result says what was judged: address, profile, deployment, suite and seed", async () => {
  const url = await servedReference();
  const cwd = folderWithProfile(url, 'deployment: "issuer-api@sha256:${env:DIGEST}"\n');
  expect(await judged(cwd, ["--seed", "7", "--html"], { DIGEST })).toMatchObject({ code: 0 });
  const profileDigest = createHash("sha256")
    .update(readFileSync(join(cwd, "target.yaml")))
    .digest("hex");
  const result = readResult(join(cwd, "out"));
  expect(result).toMatchObject({
    target: { name: "target", baseUrl: url },
    profileDigest,
    deployment: `issuer-api@sha256:${DIGEST}`,
    suite: suiteIdentity(),
    seed: 7,
  });
  expect(result.embedded).toBeUndefined();
  const summary = readFileSync(join(cwd, "out/summary.md"), "utf8");
  expect(summary).toContain(`\`issuer-api@sha256:${DIGEST}\``);
  expect(summary).toContain(
    `seed 7 · suite ${suiteIdentity().version} · profile ${profileDigest.slice(0, 12)} ·`,
  );
  const page = readFileSync(join(cwd, "out/report.html"), "utf8");
  expect(page).toContain(`target, SHA-256 <code>${profileDigest}</code>`);
});

test("a result of the embedded reference says so", async () => {
  const cwd = folderWithProfile("embedded");
  expect((await judged(cwd)).code).toBe(0);
  expect(readResult(join(cwd, "out")).embedded).toBe(true);
});
