import { expect, test } from "vitest";
import type { Verdict } from "../engine/verdict.ts";
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
  [["passed"], "conformant, 1 of 1 checked at depth standard", "brightgreen"],
  [["passed", "uncovered"], "conformant-partial, 1 of 2 checked at depth standard", "green"],
  [["passed", "waived"], "conformant, 1 waived, 2 of 2 checked at depth standard", "green"],
  [["passed", "warned"], "conformant, 1 warned, 2 of 2 checked at depth standard", "brightgreen"],
  [["passed", "failed"], "non-conformant, 1 failure, 2 of 2 checked at depth standard", "red"],
  [["passed", "inconclusive"], "incomplete, 1 of 2 checked at depth standard", "yellow"],
  [[], "incomplete", "yellow"],
  [["errored"], "defect, 0 of 1 checked at depth standard", "lightgrey"],
] as const)("%j is %s, %s", (verdicts, message, color) => {
  expect(badge(...verdicts)).toEqual({ schemaVersion: 1, label: "sandbox contract", message, color });
});
