import { expect, test } from "vitest";
import type { OperationCoverage } from "../../api/operations/operation-coverage.ts";
import { coverageOf } from "../run/build-run-result.ts";
import { operationLines, operationsTitle } from "./operation-lines.ts";
import { exampleCheck } from "../testing/example-result.ts";

const named: readonly OperationCoverage[] = [
  { operation: "transaction/query", state: "judged" },
  { operation: "transaction/detail", state: "refused" },
  { operation: "account/detail", state: "observed", field: 'operations["account/detail"].body' },
  { operation: "budget", state: "uncovered", field: 'operations["budget"].body' },
  { operation: "card/cancel", state: "uncovered", field: 'operations["card/cancel"].mayTakeEffect' },
];
const checks = ["transaction.query-fees", "account.detail-envelope", "budget.envelope"].map((id) =>
  exampleCheck(id),
);

test("each operation of the selected areas is reported, with the field that would cover it", () => {
  const coverage = coverageOf(checks, { operations: named });
  expect(operationsTitle({ coverage })).toBe("Operations that the document only names: 1 of 4 checked");
  expect(operationLines({ coverage }).map(({ text }) => text)).toEqual([
    "transaction/query: checked by a successful call",
    "transaction/detail: called, but its answer shows no success",
    'account/detail: tried with an empty body only, not checked (operations["account/detail"].body)',
    'budget: not called (operations["budget"].body); the document names no path',
  ]);
});

test("a profile without operations is reported by the uncovered checks only", () => {
  const coverage = coverageOf(checks, { operations: named.slice(2) });
  expect(coverage.operations).toHaveLength(2);
  expect(operationLines({ coverage })).toEqual([]);
});

test("without a selected operation there is no line", () => {
  const coverage = coverageOf([exampleCheck("register.accepts")], { operations: named });
  expect(coverage).not.toHaveProperty("operations");
});
