import { expect, test } from "vitest";
import { exampleCheck } from "../../reporters/testing/example-result.ts";
import type { CheckResult, Waiver } from "../../engine/record/result.ts";
import { applyWaivers, isInForce, settleWaivers } from "../../engine/settle/settle-waivers.ts";
import { waiverProblem } from "../../reporters/stored/waiver-problem.ts";

const waiver: Waiver = {
  requirement: "register.stores",
  reason: "fixed in 2.3",
  owner: "platform",
  expires: "2026-06-30",
  at: { file: "waivers.yaml", line: 3, column: 1 },
};

function judged(verdict: CheckResult["verdict"], requirement = waiver.requirement) {
  return { requirement, result: { ...exampleCheck("register.stores"), requirement, verdict }, exchanges: [] };
}

test("a waiver turns the failure of its own requirement into a waived one, and nothing else", () => {
  expect(applyWaivers(judged("failed"), [waiver]).result).toMatchObject({
    verdict: "waived",
    waiver: { reason: "fixed in 2.3", owner: "platform", expires: "2026-06-30" },
  });
  for (const other of [judged("passed"), judged("errored"), judged("failed", "register.accepts")]) {
    expect(applyWaivers(other, [waiver])).toBe(other);
  }
});

test("a waiver holds on its last day, and not the day after", () => {
  expect(isInForce(waiver, "2026-06-30")).toBe(true);
  expect(isInForce(waiver, "2026-07-01")).toBe(false);
});

test.each([
  ["waived", "2026-06-30", "applied", undefined],
  ["passed", "2026-06-30", "stale", "waivers.yaml:3: register.stores passes; remove its waiver"],
  ["inconclusive", "2026-06-30", "unused", undefined],
  ["failed", "2026-07-01", "expired", "waivers.yaml:3: the waiver of register.stores expired on 2026-06-30"],
  ["passed", "2026-07-01", "expired", "waivers.yaml:3: the waiver of register.stores expired on 2026-06-30"],
] as const)("%s on %s: the waiver is %s", (verdict, today, state, problem) => {
  const [settled] = settleWaivers([waiver], [judged(verdict).result], today);
  expect(settled).toMatchObject({ state, file: "waivers.yaml", line: 3 });
  const said = settled && waiverProblem(settled);
  expect(said?.slice(0, problem?.length)).toBe(problem);
});

test("a waiver of a requirement that was not selected is unused", () => {
  expect(settleWaivers([waiver], [], "2026-01-01")).toMatchObject([{ state: "unused" }]);
});
