import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suiteIdentity } from "../../package/package-root.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const DIGEST = "5e".repeat(32);

/** A folder with a profile of a target at this address. */
function withProfile(baseUrl: string, more = ""): string {
  const cwd = temporaryFolder();
  const merchants = "merchants: [{ name: alpha, apiKey: reference-alpha-key-7f3a9c21 }]";
  writeFileSync(
    join(cwd, "ours.yaml"),
    `name: issuer\nbaseUrl: ${baseUrl}\nauth: { mode: api-key }\n${merchants}\n${more}`,
  );
  return cwd;
}

/** Runs one check with the profile of a folder, into its folder `out`. */
async function judged(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const places = ["--profile", join(cwd, "ours.yaml"), "--out", join(cwd, "out")];
  return runBin(["run", "versioning.path-prefix", "--depth", "quick", ...places, ...args], { env });
}

test("a result says what was judged: address, profile, deployment, suite and seed", async () => {
  const url = await servedReference();
  const cwd = withProfile(url, 'deployment: "issuer-api@sha256:${env:DIGEST}"\n');
  expect(await judged(cwd, ["--seed", "7", "--html"], { DIGEST })).toMatchObject({ code: 0 });
  const profileDigest = createHash("sha256")
    .update(readFileSync(join(cwd, "ours.yaml")))
    .digest("hex");
  const result = readResult(join(cwd, "out"));
  expect(result).toMatchObject({
    target: { name: "issuer", baseUrl: url },
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
  expect(page).toContain(`issuer, SHA-256 <code>${profileDigest}</code>`);
});

test("a result of the embedded reference says so", async () => {
  const cwd = withProfile("embedded");
  expect((await judged(cwd)).code).toBe(0);
  expect(readResult(join(cwd, "out")).embedded).toBe(true);
});
