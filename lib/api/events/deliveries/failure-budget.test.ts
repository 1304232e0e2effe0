import { expect, test } from "vitest";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { FailureBudget } from "./failure-budget.ts";

test("a run fails 64 deliveries at most, and what was planned and not needed is given back", () => {
  const budget = new FailureBudget();
  budget.take(59);
  expect(() => budget.take(6)).toThrow(InconclusiveError);
  expect(() => budget.take(6)).toThrow("6 more are needed here, and 5 are left");
  budget.giveBack(1);
  budget.take(6);
  expect(budget.left).toBe(0);
});
