import { createHash, generateKeyPairSync, sign, verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckResult } from "../../engine/result.ts";
import { exampleCheck, exampleHeader } from "../../reporters/testing/example-result.ts";
import { runBin } from "../testing/run-bin.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

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

test("a signed statement verifies, and a changed result no longer matches its subject", async () => {
  const cwd = withResult([PASSED]);
  const payload = Buffer.from((await attest(cwd)).stdout);
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const bytes = signedBytes("application/vnd.in-toto+json", payload);
  expect(verify(null, bytes, publicKey, sign(null, bytes, privateKey))).toBe(true);
  const before: unknown = JSON.parse(payload.toString());
  const file = join(cwd, "conformance.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"seed": ', '"seed": 1'));
  const after: unknown = JSON.parse((await attest(cwd)).stdout);
  expect(after).not.toMatchObject({ subject: Object(before).subject });
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
