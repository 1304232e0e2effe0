import { expect, test } from "vitest";
import { exampleCheck, exampleObservation } from "../reporters/testing/example-result.ts";
import { applySet } from "./apply-set.ts";
import { parseSet } from "./requirement-set.ts";
import type { CheckResult } from "./result.ts";
import { runVerdict } from "./run-verdict.ts";
import { settleWaivers } from "./settle-waivers.ts";

const set = parseSet('{ "name": "2026-09-22", "requirements": { "register.accepts": 2 } }');

function inSet(requirement: string, rest: Partial<CheckResult>) {
  return applySet({ requirement, result: exampleCheck(requirement, rest), exchanges: [] }, set).result;
}

test.each([
  ["register.accepts", 1, undefined, "failed"],
  ["register.accepts", 2, undefined, "failed"],
  ["register.accepts", 3, "stronger", "warned"],
  ["register.stores", 1, "newer", "warned"],
  ["constructor", 1, "newer", "warned"],
] as const)(
  "a failure of %s with strength %i is %s, so it has %s",
  (requirement, strength, outside, verdict) => {
    const result = { ...exampleCheck("register.stores", { strength, verdict: "failed" }), requirement };
    const applied = applySet({ requirement, result, exchanges: [] }, set).result;
    expect(applied).toMatchObject({ verdict });
    expect("outsideSet" in applied ? applied.outsideSet : undefined).toBe(outside);
  },
);

test("only a failure changes its verdict; pinned and observed answers have no set", () => {
  for (const verdict of ["passed", "warned", "inconclusive", "uncovered", "errored"] as const)
    expect(inSet("register.stores", { verdict })).toMatchObject({ verdict, outsideSet: "newer" });
  const pinned = { requirement: "callback-url.port", exchanges: [] };
  const result = exampleCheck("callback-url.port", { level: "pinned", verdict: "failed" });
  expect(applySet({ ...pinned, result }, set)).toEqual({ ...pinned, result });
  const observed = { ...pinned, result: exampleObservation("callback-url.port") };
  expect(applySet(observed, set)).toBe(observed);
  expect(applySet(observed, undefined)).toBe(observed);
});

test("a newer or stronger check cannot make a run worse, and a newer one alone decides nothing", () => {
  const accepted = inSet("register.accepts", {});
  for (const verdict of ["failed", "inconclusive", "uncovered"] as const) {
    const newer = inSet("register.stores", { verdict });
    expect(verdictOf([accepted, newer])).toBe("conformant");
    expect(verdictOf([newer])).toBe("incomplete");
  }
  expect(verdictOf([inSet("register.accepts", { strength: 3, verdict: "failed" })])).toBe("conformant");
  expect(verdictOf([accepted, inSet("register.stores", { verdict: "errored" })])).toBe("defect");
});

test("a check that only a newer failure prevented does not fail the run", () => {
  const newer = inSet("register.stores", { verdict: "failed" });
  const prevented = inSet("register.accepts", { verdict: "inconclusive", follows: ["register.stores"] });
  expect(verdictOf([newer, prevented])).toBe("incomplete");
  expect(verdictOf([newer, prevented, exampleCheck("query.answers")])).toBe("conformant-partial");
});

test("the waiver of a check outside of the set is unused, and never stale", () => {
  const waiver = { requirement: "register.stores", reason: "r", owner: "o", expires: "2026-12-31" };
  const at = { file: "waivers.yaml", line: 1, column: 1 };
  const checks = [inSet("register.stores", {})].filter((one) => "verdict" in one);
  expect(settleWaivers([{ ...waiver, at }], checks, "2026-01-01")).toMatchObject([{ state: "unused" }]);
});

function verdictOf(results: readonly ReturnType<typeof inSet>[]) {
  return runVerdict(results.filter((one) => "verdict" in one));
}
