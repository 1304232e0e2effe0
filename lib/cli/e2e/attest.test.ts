import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { CheckResult } from "../../engine/result.ts";
import { exampleCheck, exampleHeader } from "../../reporters/testing/example-result.ts";
import { runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";
const statementSchema = z.object({
  subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256: z.string() }) })),
});
const PROFILE_DIGEST = "ab".repeat(32);
const WITH_SET = { selectors: [], skip: [], levels: [], set: "2026-09-22" };
const PASSED = exampleCheck("register.accepts");
const FAILED = exampleCheck("callback-url.https-only", { verdict: "failed" });
const WARNED = exampleCheck("callback-url.rfc-3986", { verdict: "warned" });

/** A folder with the result of a run with these checks. */
function withResult(
  checks: readonly CheckResult[],
  { header = {}, ...rest }: Parameters<typeof storeResult>[2] = {},
): string {
  const cwd = temporaryFolder();
  const named = { profileDigest: PROFILE_DIGEST, selection: WITH_SET, ...header };
  storeResult(join(cwd, "conformance.json"), checks, { header: named, ...rest });
  return cwd;
}

const attest = async (cwd: string, ...options: readonly string[]) =>
  runBin(["attest", ".", ...options], { cwd });

test("a statement names its subjects, the suite, the profile and every check", async () => {
  const cwd = withResult([PASSED, FAILED, WARNED]);
  const image = `issuer-api@sha256:${"0f".repeat(32)}`;
  const { code, stdout } = await attest(cwd, "--subject", image);
  const sha256 = createHash("sha256")
    .update(readFileSync(join(cwd, "conformance.json")))
    .digest("hex");
  const { suite, depth, seed, startedAt, target } = exampleHeader;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    _type: "https://in-toto.io/Statement/v1",
    subject: [
      { name: "conformance.json", digest: { sha256 } },
      { name: "issuer-api", digest: { sha256: "0f".repeat(32) } },
    ],
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    predicate: {
      result: "FAILED",
      configuration: [
        {
          name: suite.name,
          annotations: { version: suite.version, set: WITH_SET.set, depth, seed, startedAt },
        },
        {
          name: "profile",
          annotations: { target: target.name, mode: target.authMode },
          digest: { sha256: PROFILE_DIGEST },
        },
      ],
      passedTests: [PASSED.requirement],
      warnedTests: [WARNED.requirement],
      failedTests: [FAILED.requirement],
    },
  });
});

test.each([
  ["PASSED", [PASSED]],
  ["WARNED", [PASSED, WARNED]],
  ["FAILED", [PASSED, FAILED]],
])("the predicate alone says %s", async (expected, checks) => {
  const { stdout } = await attest(withResult(checks), "--predicate");
  expect(JSON.parse(stdout)).toMatchObject({ result: expected });
});

/** The bytes that a signature of DSSE covers. */
function signedBytes(type: string, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `, "latin1"), payload]);
}

/** Signs a statement into an envelope of DSSE, as cosign and the attest action of GitHub do. */
function envelopeOf(statement: string, key: KeyObject) {
  const payload = Buffer.from(statement);
  const sig = sign(null, signedBytes(PAYLOAD_TYPE, payload), key).toString("base64");
  return { payloadType: PAYLOAD_TYPE, payload: payload.toString("base64"), signatures: [{ sig }] };
}

/** Whether the signature is valid, and the result is a subject of the statement. */
function isAttested(
  { payloadType, payload, signatures }: ReturnType<typeof envelopeOf>,
  key: KeyObject,
  result: Buffer,
): boolean {
  const bytes = Buffer.from(payload, "base64");
  const isSigned = signatures.some(({ sig }) =>
    verify(null, signedBytes(payloadType, bytes), key, Buffer.from(sig, "base64")),
  );
  const sha256 = createHash("sha256").update(result).digest("hex");
  const { subject } = statementSchema.parse(JSON.parse(bytes.toString()));
  return isSigned && subject.some(({ digest }) => digest.sha256 === sha256);
}

test("a signed statement verifies with a key, and neither with another key nor for another result", async () => {
  const cwd = withResult([PASSED]);
  const statement = (await attest(cwd)).stdout;
  const [ours, others] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
  const envelope = envelopeOf(statement, ours.privateKey);
  const result = readFileSync(join(cwd, "conformance.json"));
  expect(isAttested(envelope, ours.publicKey, result)).toBe(true);
  expect(isAttested(envelope, others.publicKey, result)).toBe(false);
  expect(isAttested(envelope, ours.publicKey, Buffer.concat([result, Buffer.from("\n")]))).toBe(false);
  const passed = Buffer.from(statement.replace('"PASSED"', '"FAILED"')).toString("base64");
  expect(isAttested({ ...envelope, payload: passed }, ours.publicKey, result)).toBe(false);
});

test("a statement names the deployment of the profile, which the run has checked", async () => {
  const cwd = temporaryFolder();
  const url = await servedReference();
  writeFileSync(
    join(cwd, "sandbox.yaml"),
    `name: sandbox\nbaseUrl: ${url}\ndeployment: "issuer-api@sha256:\${env:DIGEST}"\nimplements: [webhook]\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: reference-alpha-key-7f3a9c21 }, { name: beta, apiKey: reference-beta-key-52d8e0b4 }]\nlimits: { requestsPerSecond: 5000 }\n`,
  );
  const run = ["run", "--profile", "sandbox.yaml", "--depth", "quick", "--require-full", "--out", "out"];
  const sha256 = "5e".repeat(32);
  const { stdout: printed } = await runBin(run, { cwd, env: { DIGEST: sha256 } });
  expect(printed).toContain("Verdict   conformant (exit 0)");
  const { stdout } = await runBin(["attest", "out"], { cwd });
  expect(statementSchema.parse(JSON.parse(stdout)).subject).toContainEqual({
    name: "issuer-api",
    digest: { sha256 },
  });
  const { code, stderr } = await runBin(run, { cwd, env: { DIGEST: "none" } });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(
      /^sandbox\.yaml:3:\d+ {2}deployment {2}expected name@sha256: and 64 digits/,
    ),
  });
});

test.each([
  ["uncovered", [PASSED, exampleCheck("discovery.authorization-servers", { verdict: "uncovered" })], {}],
  [
    "uncovered, with a failure",
    [FAILED, exampleCheck("discovery.bearer-methods", { verdict: "uncovered" })],
    {},
  ],
  ["inconclusive", [PASSED, exampleCheck("register.replaces", { verdict: "inconclusive" })], {}],
  ["interrupted", [PASSED], { ending: { interrupted: true } }],
  ["unreachable", [PASSED], { ending: { unreachable: true } }],
  ["empty", [], {}],
  [
    "restricted, with a failure",
    [FAILED],
    { header: { selection: { selectors: ["callback-url"], skip: [], levels: [] } } },
  ],
] as const)("no statement about a run that is %s", async (_, checks, how) => {
  const { code, stdout, stderr } = await attest(withResult(checks, how));
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(
    /^Cannot attest \.: (its verdict is|it contains no checks|the run was restricted|1 of its checks)/,
  );
});

test.each([["issuer-api"], ["issuer-api@sha256:12"], [`a b@sha256:${"0".repeat(64)}`]])(
  "the subject %s is refused",
  async (subject) => {
    const { code, stderr } = await attest(withResult([PASSED]), "--subject", subject);
    expect(code).toBe(2);
    expect(stderr).toContain("--subject  expected name@sha256:");
  },
);

test("a folder without results is refused", async () => {
  const { code, stderr } = await attest(temporaryFolder());
  expect(code).toBe(2);
  expect(stderr).toContain("Cannot attest .: it contains neither conformance.json");
});
