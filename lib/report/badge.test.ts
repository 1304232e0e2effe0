import { expect, test } from "vitest";
import type { Verdict } from "../verdict.ts";
import { badgeOf } from "./badge.ts";
import { buildRunResult } from "./build-run-result.ts";
import { exampleCheck, exampleHeader } from "./testing/example-result.ts";

function badge(...verdicts: Verdict[]) {
  const checks = (["register.accepts", "register.stores"] as const).slice(0, verdicts.length);
  const judgements = checks.map((requirement, at) => ({
    requirement,
    result: exampleCheck(requirement, { verdict: verdicts[at] ?? "passed" }),
    exchanges: [],
  }));
  const requests = { sent: 1, retried: 0, rateLimited: 0 };
  return badgeOf(buildRunResult(exampleHeader, { judgements, requests, restored: [], durationMs: 1 }));
}

test.each([
  [["passed"], "conformant at depth standard, 1 of 1 judged", "brightgreen"],
  [["passed", "uncovered"], "conformant-partial at depth standard, 1 of 2 judged", "green"],
  [["passed", "waived"], "conformant at depth standard, 2 of 2 judged, 1 waived", "green"],
  [["passed", "warned"], "conformant at depth standard, 2 of 2 judged, 1 warned", "brightgreen"],
  [["passed", "failed"], "non-conformant at depth standard, 2 of 2 judged, 1 failed", "red"],
  [["passed", "inconclusive"], "incomplete at depth standard, 1 of 2 judged", "yellow"],
  [[], "incomplete", "yellow"],
  [["errored"], "defect at depth standard, 0 of 1 judged", "lightgrey"],
] as const)("%j is %s, %s", (verdicts, message, color) => {
  expect(badge(...verdicts)).toEqual({ schemaVersion: 1, label: "sandbox contract", message, color });
});
