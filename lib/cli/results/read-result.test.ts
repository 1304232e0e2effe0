import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { CheckResult } from "../../engine/record/result.ts";
import { type RunTerms, type RunYield } from "../../reporters/run/build-run-result.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import {
  exampleCheck,
  exampleJudgements,
  exampleResult,
  resultOf,
} from "../../reporters/testing/example-result.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { readResultFile } from "./read-result.ts";
import { UnreadableResultError } from "./read-json-file.ts";

const folder = mkdtempSync(join(tmpdir(), "stored-result-"));
afterAll(() => rmSync(folder, { recursive: true }));

function stored(result: unknown): string {
  const file = join(folder, "conformance.json");
  writeFileSync(file, typeof result === "string" ? result : toJson(result));
  return file;
}

/** The result of a run with these checks. */
function built(
  checks: readonly CheckResult[],
  ending: Partial<RunYield> = {},
  terms: RunTerms = {},
): RunResult {
  return resultOf(checks, { header: { selection: { selectors: [], skip: [], levels: [] } }, ending, terms });
}

const PASSED = exampleCheck("register.accepts");
const FAILED = exampleCheck("register.stores", { verdict: "failed" });
const WAIVED = exampleCheck("register.stores", { verdict: "waived" });
const UNCOVERED = exampleCheck("query.answers", { verdict: "uncovered" });

const WAIVER = {
  requirement: "register.stores",
  reason: "known",
  owner: "us",
  expires: "2999-12-31",
  at: { file: "waivers.yaml", line: 1, column: 1 },
};

test.each<[string, RunResult]>([
  ["of every verdict", exampleResult()],
  ["conformant", built([PASSED])],
  ["incomplete by --require-full", built([PASSED, UNCOVERED], { requireFull: true })],
  ["waived", built([PASSED, WAIVED], {}, { waivers: [WAIVER] })],
  ["with a stale waiver", built([{ ...FAILED, verdict: "passed" }], {}, { waivers: [WAIVER] })],
  ["interrupted", built([PASSED, FAILED], { interrupted: true })],
  ["broken outside of its checks", built([PASSED], { broken: true })],
  ["only observing", built([])],
])("a result that is %s is read as it was written", (_, result) => {
  expect(JSON.parse(toJson(readResultFile(stored(result), false)))).toEqual(JSON.parse(toJson(result)));
});

/** The same value with one more member in each object. */
function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended);
  if (typeof value !== "object" || value === null) return value;
  const own = Object.entries(value).map(([name, inner]) => [name, extended(inner)] as const);
  return { ...Object.fromEntries(own), later: { more: [1] } };
}

test("members and codes of a later version are ignored, wherever they are", () => {
  const judgements = exampleJudgements().filter(({ result }) => "verdict" in result);
  const checks = judgements.flatMap(({ result }) =>
    "verdict" in result ? [{ ...result, code: "later" }] : [],
  );
  const result: unknown = JSON.parse(toJson({ ...exampleResult(), observations: [], checks }));
  const counts = { ...exampleResult().counts, observed: 0 };
  const known = { ...Object(result), counts };
  expect(readResultFile(stored(extended(known)), false)).toEqual(known);
});

test.each<[string, object, string]>([
  ["a failure that is missing", { checks: [PASSED] }, "it counts 1 failed, but lists 0"],
  ["another exit code", { exitCode: 0 }, "its verdict is non-conformant, but its exit code is 0"],
  [
    "another verdict",
    { verdict: "conformant", exitCode: 0 },
    "its verdict is conformant, but its checks make it non-conformant",
  ],
  [
    "a waived failure without a waiver",
    { ...built([PASSED, WAIVED]), waivers: [] },
    "register.stores is waived, but no waiver of the run accepts it",
  ],
  [
    "a failure that was removed",
    { checks: [PASSED], counts: built([PASSED]).counts },
    "its verdict is non-conformant, but its checks make it conformant",
  ],
  [
    "a restriction that was removed",
    { ...built([PASSED]), selection: { selectors: ["register"], skip: [], levels: [] } },
    "its verdict is conformant, but its checks make it conformant-partial",
  ],
])("a result with %s is refused in one sentence", (_, change, sentence) => {
  const file = stored({ ...built([PASSED, FAILED]), ...change });
  expect(() => readResultFile(file, false)).toThrow(
    new UnreadableResultError(file, `it contradicts itself: ${sentence}`),
  );
});

test.each([
  ["{}", /^it is not a result of a run: \["\$schema"\] {2}expected urn:\S+ \(got nothing\) and \d+ more$/],
  ["null", /^it is not a result of a run: expected a mapping \(got nothing\)$/],
  ["{", "it is not JSON"],
  [`${"[".repeat(65)}${"]".repeat(65)}`, "it is nested too deeply"],
])("%s is refused", (text, sentence) => {
  const file = stored(text);
  expect(() => readResultFile(file, false)).toThrow(
    expect.objectContaining({ place: file, why: expect.stringMatching(sentence) }),
  );
});
