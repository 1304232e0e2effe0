import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runBin } from "../../lib/cli/testing/run-bin.ts";
import { referenceAuth } from "../../lib/cli/run/embedded-reference.ts";
import { loadProfile } from "../../lib/profile/load-profile.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { echoTarget, formsOf } from "./echo-target.ts";

const CANARIES = {
  ALPHA_KEY: String.raw`canary/Alpha+key\"<&%41>'{1}$1(.*)[a]==`,
  ALPHA_SECRET: "canary secret ä€💣 \\ / \" ' %20 + \n second line",
  BETA_KEY: "canary-beta-KEY-0000000000",
  BETA_SECRET: "c4n4ryBETAsecret/+/+/+==",
  BODY_VALUE: "canary-in-a-request-body-7",
} as const;

/** One in so many signatures is looked for: each search goes through every artefact. */
const SAMPLED_SIGNATURES = 9;

const PROFILE = `
name: echo
baseUrl: http://127.0.0.1:1
disposable: true
auth:
  mode: signed
  signature: { algorithm: hmac-sha256, payload: "{method}{path}{timestamp}{nonce}{body}", encoding: base64 }
  enforces: { timestampToleranceSeconds: 300, nonceSingleUse: true }
merchants:
  - { name: alpha, apiKey: "\${env:ALPHA_KEY}", secret: "\${env:ALPHA_SECRET}" }
  - { name: beta, apiKey: "\${env:BETA_KEY}", secret: "\${env:BETA_SECRET}" }
operations:
  transaction/query: { body: { token: "\${env:BODY_VALUE}" } }
`;

const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "echo.yaml");
writeFileSync(file, PROFILE);
const { profile } = await loadProfile(file, CANARIES);
const env = { ...CANARIES, XDG_STATE_HOME: join(folder, "state") };

test("no secret and no signature reaches any artefact, though the target tells everything in every form", async () => {
  const reference = createReference({ merchants: profile.merchants, auth: referenceAuth(profile) });
  await using target = await echoTarget(reference, Object.values(CANARIES));
  const strangers = createReference({ merchants: [{ name: "other", apiKey: "other-key", secret: "other" }] });
  await using stranger = await echoTarget(strangers, Object.values(CANARIES));
  const at = ["--profile", file, "--base-url", target.url];
  const out = (name: string) => ["--out", join(folder, name)];
  const outcomes = [
    await runBin(["run", ...at, "--depth", "quick", "--verbose", "--html", ...out("text")], { env }),
    await runBin(["run", "register", "configuration", ...at, "--format", "json", ...out("json")], { env }),
    await runBin(["run", "query", ...at, "--timeout-ms", "1", ...out("timeout")], { env }),
    await runBin(["run", "--profile", file, "--base-url", stranger.url, ...out("refused")], { env }),
    await runBin(["restore", ...at], { env }),
    ...(await replays(at)),
  ];
  const [first] = outcomes;
  expect(first?.stdout).toContain("Verdict   non-conformant");
  const printed = outcomes.flatMap(({ stdout, stderr }) => [stdout, stderr]);
  const artefacts = new Map([
    ...printed.map((text, index): [string, string] => [`output ${index}`, text]),
    ...filesBelow(folder),
  ]);
  expect(artefacts.size).toBeGreaterThan(100);
  expect(target.signatures.size).toBeGreaterThan(300);
  expect(leaks(artefacts, Object.values(CANARIES))).toEqual([]);
  const samples = [...target.signatures].filter((_, index) => index % SAMPLED_SIGNATURES === 0);
  expect(leaks(artefacts, [...samples, ...stranger.signatures])).toEqual([]);
});

async function replays(at: readonly string[]) {
  const capsules = join(folder, "text", "capsules");
  const [first, second] = readdirSync(capsules);
  return Promise.all(
    [
      ["replay", join(capsules, first ?? ""), ...at],
      ["replay", join(capsules, second ?? ""), "--profile", file, "--curl"],
    ].map(async (args) => runBin(args, { env })),
  );
}

/** Every file below a folder, but for the profile; only their owner may read them. */
function filesBelow(root: string): [string, string][] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((name) => name !== file && statSync(name).isFile())
    .map((name): [string, string] => [name, readFileSync(name, "utf8")]);
}

/** Where a secret stands in some form, whatever its case. */
function leaks(artefacts: ReadonlyMap<string, string>, secrets: readonly string[]): string[] {
  const forms = [...new Set(secrets.flatMap((secret) => formsOf(secret)))];
  const found: string[] = [];
  for (const [name, text] of artefacts) {
    const lower = text.toLowerCase();
    for (const form of forms) if (lower.includes(form.toLowerCase())) found.push(`${name}: ${form}`);
  }
  return found;
}
