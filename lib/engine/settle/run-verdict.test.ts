import { expect, test } from "vitest";
import { runVerdict, RUN_VERDICTS, type RunEnding, type RunVerdict } from "./run-verdict.ts";
import type { Verdict } from "../record/verdict.ts";

type Case = readonly [expected: RunVerdict, verdicts: readonly Verdict[], ending?: RunEnding];

const cases: readonly Case[] = [
  ["conformant", ["passed"]],
  ["conformant", ["warned"]],
  ["conformant", ["passed", "warned", "inapplicable"]],
  ["conformant", ["passed"], { requireFull: true }],
  ["conformant-partial", ["passed", "uncovered"]],
  ["incomplete", ["passed", "uncovered"], { requireFull: true }],
  ["incomplete", ["passed", "inconclusive"]],
  ["incomplete", ["passed", "uncovered", "inconclusive"]],
  ["incomplete", []],
  ["incomplete", ["inapplicable", "uncovered"]],
  ["incomplete", ["inapplicable"]],
  ["non-conformant", ["passed", "failed"]],
  ["non-conformant", ["failed", "inconclusive", "uncovered"], { requireFull: true }],
  ["defect", ["passed", "errored"]],
  ["defect", ["failed", "errored"]],
  ["defect", ["passed"], { broken: true }],
  ["unreachable", [], { unreachable: true }],
  ["interrupted", ["passed", "failed", "errored"], { interrupted: true }],
  ["interrupted", ["passed"], { interrupted: true, broken: true }],
];

for (const [expected, verdicts, ending] of cases) {
  test(`a run of ${verdicts.join(", ") || "nothing"} ${JSON.stringify(ending ?? {})} is ${expected}`, () => {
    const checks = verdicts.map((verdict) => ({ verdict }));
    expect(runVerdict(checks, ending)).toBe(expected);
  });
}

test("a check that only a waived failure prevented does not fail a run, and the run is not complete", () => {
  const waived = { requirement: "register.replaces", verdict: "waived" } as const;
  const prevented = { verdict: "inconclusive", follows: ["register.replaces"] } as const;
  const passed = { verdict: "passed" } as const;
  expect(runVerdict([passed, waived, prevented])).toBe("conformant-partial");
  expect(runVerdict([passed, waived, prevented], { requireFull: true })).toBe("incomplete");
  expect(runVerdict([passed, waived, { verdict: "inconclusive" }])).toBe("incomplete");
});

test("the exit code says whether a pipeline may go on", () => {
  expect(RUN_VERDICTS).toEqual({
    conformant: 0,
    "conformant-partial": 0,
    "non-conformant": 1,
    incomplete: 3,
    unreachable: 4,
    defect: 5,
    interrupted: 130,
  });
});
