import type { Verdict } from "../../engine/verdict.ts";
import type { StoredResult } from "../compare/read-result.ts";

/** The test-result predicate of in-toto, version 0.1. */
export const PREDICATE_TYPE = "https://in-toto.io/attestation/test-result/v0.1";

/** A resource of in-toto, by name. */
interface ResourceDescriptor {
  readonly name: string;
  readonly digest?: { readonly sha256: string };
  readonly annotations?: Readonly<Record<string, string | number>>;
}

/** The predicate: the checks of a run by their verdicts. A waived failure counts as a warning. */
interface TestResult {
  readonly result: "PASSED" | "WARNED" | "FAILED";
  readonly configuration: readonly ResourceDescriptor[];
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly string[];
}

/** The predicate about the result of a run. Its tests are ids of requirements. */
export function testResultOf(result: StoredResult): TestResult {
  const { suite, target, depth, seed, startedAt, profileDigest, selection, checks } = result;
  const idsOf = (...verdicts: readonly Verdict[]) =>
    checks.filter(({ verdict }) => verdicts.includes(verdict)).map(({ requirement }) => requirement);
  const warnedTests = idsOf("warned", "waived");
  const decided = warnedTests.length > 0 ? "WARNED" : "PASSED";
  const { set } = selection ?? {};
  const run = { version: suite.version, ...(set !== undefined && { set }), depth, seed, startedAt };
  const profile = { name: "profile", annotations: { target: target.name, mode: target.authMode } };
  return {
    result: result.verdict === "non-conformant" ? "FAILED" : decided,
    configuration: [
      { name: suite.name, annotations: run },
      { ...profile, ...(profileDigest !== undefined && { digest: { sha256: profileDigest } }) },
    ],
    passedTests: idsOf("passed"),
    warnedTests,
    failedTests: idsOf("failed"),
  };
}
