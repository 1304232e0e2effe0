import { expect, test } from "vitest";
import type { Verdict } from "../verdict.ts";
import { buildRunResult } from "./build-run-result.ts";
import { exampleCheck, exampleHeader, exampleJudgements } from "./testing/example-result.ts";
import { verdictReason } from "./verdict-reason.ts";

const IDS = ["register.accepts", "register.stores", "register.replaces"] as const;
const observation = exampleJudgements().filter(({ result }) => !("verdict" in result));

function reasonOf(verdicts: readonly Verdict[], ending: { reason?: string; requireFull?: boolean } = {}) {
  const judgements = verdicts.map((verdict, at) => {
    const requirement = IDS[at] ?? IDS[0];
    return verdict === "observed"
      ? observation
      : [{ requirement, result: exampleCheck(requirement, { verdict }), exchanges: [] }];
  });
  const requests = { sent: 1, retried: 0, rateLimited: 0 };
  const yielded = { judgements: judgements.flat(), requests, restored: [], durationMs: 1, ...ending };
  return verdictReason(buildRunResult(exampleHeader, yielded));
}

test.each([
  [["passed"], undefined],
  [["passed", "failed"], undefined],
  [["passed", "uncovered"], "1 check not covered by this profile"],
  [["passed", "inconclusive", "inconclusive"], "2 checks could not be decided"],
  [["uncovered", "uncovered"], "nothing was judged: 2 checks not covered by this profile"],
  [["observed"], "nothing was judged: what the document leaves open is only observed"],
  [
    ["inapplicable"],
    "nothing was judged: no check that was selected binds this target; list shows what there is",
  ],
] as const)("%j: %s", (verdicts, reason) => {
  expect(reasonOf(verdicts)).toBe(reason);
});

test("what is asked for and not covered says so, and a reason that the run gives comes first", () => {
  expect(reasonOf(["passed", "uncovered"], { requireFull: true })).toBe(
    "1 check not covered by this profile",
  );
  expect(reasonOf(["passed", "inconclusive"], { reason: "The time is up." })).toBe("The time is up.");
});
