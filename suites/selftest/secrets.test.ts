import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type BinOutcome, runBin } from "../../lib/cli/testing/run-bin.ts";
import { textsBelow } from "../../lib/cli/testing/texts-below.ts";
import { referenceAuth } from "../../lib/cli/run/embedded-reference.ts";
import { loadProfile } from "../../lib/profile/load/load-profile.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { echoTarget, type EchoTarget, formsOf } from "./echo-target.ts";

const CANARIES = {
  ALPHA_KEY: String.raw`canary/Alpha+key\"<&%41>'{1}$1(.*)[a]==`,
  ALPHA_SECRET: "canary secret ä€💣 \\ / \" ' %20 + \n second line",
  BETA_KEY: "canary-beta-KEY-0000000000",
  BETA_SECRET: "c4n4ryBETAsecret/+/+/+==",
  BODY_VALUE: "canary-in-a-request-body-7",
} as const;

/** A part of this length identifies a secret. */
const BEGINNING_CHARS = 16;

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

/** A signing module with defects of its own, which quotes what it was given. */
const CARELESS_SIGNER = `let calls = 0;
export default ({ secret, apiKey }) => {
  calls += 1;
  const quoted = [secret, apiKey].flatMap((text) => [text, encodeURIComponent(text), Buffer.from(text).toString("hex")]);
  if (process.env.CARELESS === "throws") throw new Error("cannot sign with " + quoted.join());
  if (calls === 3) void Promise.reject(new Error("left alone with " + quoted.join()));
  return "c2lnbmVk".repeat(4) + calls;
};
`;

/** Each of the commands did what it was called for. */
const TOLD = [
  /Verdict {3}non-conformant/,
  /\d\d pins written into/,
  /Verdict {3}defect.*\(exit 5\).*left alone with \[alpha\.secret\],\[alpha\.secret\]/,
  /it threw an error that quotes a credential/,
  /^Reproduced/m,
  /"regression": (?:true|false)/,
];

const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = written("echo.yaml", PROFILE);
const pinned = written("pinned.yaml", PROFILE);
const careless = written(
  "careless.yaml",
  PROFILE.replace(/^ {2}signature: .*$/m, "  signature: { module: ./careless.mjs }"),
);
written("careless.mjs", CARELESS_SIGNER);
const { profile } = await loadProfile(file, CANARIES);
const env = { ...CANARIES, XDG_STATE_HOME: join(folder, "state") };
const inSigned = { merchants: profile.merchants, auth: referenceAuth(profile) };

test("no secret and no signature reaches any artefact, though the target shows everything in every form", async () => {
  await using target = await echo(inSigned);
  await using other = await echo(inSigned);
  await using stranger = await echo({ merchants: [{ name: "other", apiKey: "other-key", secret: "other" }] });
  await using unsigned = await echo({ merchants: profile.merchants });
  const [judged, observed] = await Promise.all([
    judging(target.url, stranger.url),
    observing(other.url, unsigned.url),
  ]);
  const compared = [
    await bin("compare", ...["text", "pinned"].map((name) => join(folder, name))),
    await bin("compare", ...["text", "observed"].map((name) => join(folder, name)), "--format", "json"),
  ];
  const outcomes = [...judged, ...observed, ...compared];
  const printed = outcomes.flatMap(({ stdout, stderr }) => [stdout, stderr]);
  const artefacts = new Map([
    ...printed.map((text, index): [string, string] => [`output ${index}`, text]),
    ...[...textsBelow(folder)].flatMap(readable),
  ]);
  for (const told of TOLD) expect(printed.join("\n")).toMatch(told);
  expect(artefacts.get(join("text", "report.html"))).toContain("Sent and answered");
  expect(artefacts.size).toBeGreaterThan(100);
  const signatures = [target, other, stranger, unsigned].flatMap((one) =>
    [...one.signatures].filter(isTelling),
  );
  expect(signatures.length).toBeGreaterThan(1000);
  expect(leaks(artefacts, Object.values(CANARIES))).toEqual([]);
  expect(beginnings(artefacts, [...signatures, ...Object.values(CANARIES)])).toEqual([]);
});

async function judging(url: string, elsewhere: string): Promise<BinOutcome[]> {
  const at = ["--profile", file, "--base-url", url];
  return [
    await bin("run", ...at, "--depth", "quick", "--verbose", "--html", ...out("text")),
    await bin("run", "query", ...at, "--timeout-ms", "1", ...out("timeout")),
    await bin("run", "--profile", file, "--base-url", elsewhere, ...out("refused")),
    await bin("restore", ...at),
    ...(await replays(at)),
  ];
}

async function observing(url: string, unsigned: string): Promise<BinOutcome[]> {
  const at = ["--profile", pinned, "--base-url", url];
  const badly = ["--profile", careless, "--base-url", unsigned, "--depth", "quick"];
  return [
    await bin("observe", ...at, "--pin", ...out("observed")),
    await bin("run", "register", "configuration", ...at, "--format", "json", ...out("pinned")),
    await bin("run", "versioning", "query", ...badly, "--html", ...out("careless")),
    await runBin(["run", "query", ...badly, ...out("throwing")], { env: { ...env, CARELESS: "throws" } }),
  ];
}

async function replays(at: readonly string[]): Promise<BinOutcome[]> {
  const capsules = join(folder, "text", "capsules");
  const [first, second] = readdirSync(capsules);
  return Promise.all([
    bin("replay", join(capsules, first ?? ""), ...at),
    bin("replay", join(capsules, second ?? ""), "--profile", file, "--curl"),
  ]);
}

async function bin(...args: readonly string[]): Promise<BinOutcome> {
  return runBin(args, { env });
}

async function echo(setup: Parameters<typeof createReference>[0]): Promise<EchoTarget> {
  return echoTarget(createReference(setup), Object.values(CANARIES));
}

function out(name: string): string[] {
  return ["--out", join(folder, name)];
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A file, and what a page holds as base64: results, attachments and the scripts that show them. */
function readable([name, text]: [string, string]): [string, string][] {
  if (!name.endsWith(".html")) return [[name, text]];
  const parts = [...text.matchAll(/"([A-Za-z0-9+/]{40,}={0,2})"/g)].map(([, part = ""]) => part);
  return [
    [name, text],
    [`${name}, decoded`, parts.map((part) => Buffer.from(part, "base64").toString()).join("\n")],
  ];
}

/** Where a secret stands in some form, whatever its case. */
function leaks(artefacts: ReadonlyMap<string, string>, secrets: readonly string[]): string[] {
  const forms = new Set(secrets.flatMap((secret) => formsOf(secret)).map((form) => form.toLowerCase()));
  return [...artefacts].flatMap(([name, text]) => {
    const lower = text.toLowerCase();
    return [...forms].filter((form) => lower.includes(form)).map((form) => `${name}: ${form}`);
  });
}

/** Where a secret begins in some form; the rest may be cut off. There are thousands: each word is looked at once. */
function beginnings(artefacts: ReadonlyMap<string, string>, secrets: readonly string[]): string[] {
  const wanted = new Set(
    secrets.flatMap((one) => formsOf(one)).map((form) => beginningAt(form.toLowerCase(), 0)),
  );
  const seen = new Set<string>();
  const found: string[] = [];
  for (const [name, text] of artefacts) {
    for (const [word] of text.toLowerCase().matchAll(/[\w+/=%\\-]{16,}/g)) {
      if (seen.has(word)) continue;
      seen.add(word);
      for (let at = 0; at <= word.length - BEGINNING_CHARS; at += 1) {
        const beginning = beginningAt(word, at);
        if (wanted.has(beginning)) found.push(`${name}: ${beginning}`);
      }
    }
  }
  return found;
}

/** Some probes sign with one character again and again, which many texts have. */
function isTelling(signature: string): boolean {
  return new Set(signature.slice(0, BEGINNING_CHARS)).size > 4;
}

function beginningAt(text: string, at: number): string {
  return text.slice(at, at + BEGINNING_CHARS);
}
