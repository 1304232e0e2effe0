import { expect, test } from "vitest";
import type { ReasonCode } from "../../engine/requirement/reason-code.ts";
import type { Verdict } from "../../engine/record/verdict.ts";
import { exampleCheck, exampleJudgements, resultOf } from "../testing/example-result.ts";
import { verdictReason } from "./verdict-reason.ts";

const IDS = ["register.accepts", "register.stores", "register.replaces"] as const;
const observation = exampleJudgements().filter(({ result }) => !("verdict" in result));

type Outcome =
  | Extract<Verdict, "passed" | "failed" | "inconclusive" | "inapplicable" | "observed">
  | Uncovered;
type Uncovered = Extract<ReasonCode, "need-not-offered" | "never-returned">;

function reasonOf(outcomes: readonly Outcome[], ending: { reason?: string; requireFull?: boolean } = {}) {
  if (outcomes.includes("observed"))
    return verdictReason(resultOf([], { ending: { judgements: observation } }));
  const checks = outcomes.map((outcome, at) => {
    const code = isUncovered(outcome)
      ? { verdict: "uncovered" as const, code: outcome }
      : { verdict: outcome };
    return exampleCheck(IDS[at] ?? IDS[0], code);
  });
  return verdictReason(resultOf(checks, { ending }));
}

function isUncovered(outcome: Outcome): outcome is Uncovered {
  return outcome.includes("-");
}

test.each<[Outcome[], string | undefined]>([
  [["passed"], undefined],
  [["passed", "failed"], undefined],
  [
    ["passed", "need-not-offered", "never-returned"],
    "1 requires more fields in the profile, 1 reads fields that the target never returned",
  ],
  [["passed", "inconclusive", "inconclusive"], "2 could not be decided"],
  [["never-returned", "never-returned"], "nothing was checked: 2 read fields that the target never returned"],
  [["observed"], "nothing was checked: observations alone decide nothing"],
  [
    ["inapplicable"],
    "nothing was checked: no selected check applies to this target; `list` shows all requirements",
  ],
])("%j: %s", (outcomes, reason) => {
  expect(reasonOf(outcomes)).toBe(reason);
});

test("an uncovered selection is named, and a reason of the run comes first", () => {
  expect(reasonOf(["passed", "need-not-offered"], { requireFull: true })).toBe(
    "1 requires more fields in the profile",
  );
  expect(reasonOf(["passed", "inconclusive"], { reason: "The time is up." })).toBe("The time is up.");
});
