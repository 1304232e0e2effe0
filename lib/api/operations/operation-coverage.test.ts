import { expect, test } from "vitest";
import { operationCoverage } from "./operation-coverage.ts";

const body = {};
const profiled = {
  "transaction/query": { body },
  "transaction/detail": { body },
  "account/transfer": { body },
  "card/cancel": { body, mayTakeEffect: true, ids: { pointer: "/cardId", values: [] } },
  "sub-account/switch-provider": { body, mayTakeEffect: true },
  "budget/query": { body },
};
const called = {
  isGranted: (operation: string) => ["transaction/query", "budget/query"].includes(operation),
  isAnswered: (operation: string) => operation === "transaction/detail",
  isObserved: (operation: string) => ["transaction/query", "card/bin/query"].includes(operation),
};

test("each of the ten operations is judged, refused, or observed or uncovered for want of a field", () => {
  expect(operationCoverage(profiled, called)).toEqual([
    { operation: "transaction/query", state: "judged" },
    { operation: "transaction/detail", state: "refused" },
    { operation: "account/detail", state: "uncovered", field: 'operations["account/detail"].body' },
    {
      operation: "account/transfer",
      state: "uncovered",
      field: 'operations["account/transfer"].mayTakeEffect',
    },
    { operation: "card/cancel", state: "uncovered", field: 'operations["card/cancel"].ids' },
    { operation: "card/bin/query", state: "observed", field: 'operations["card/bin/query"].body' },
    {
      operation: "sub-account/switch-provider",
      state: "uncovered",
      field: 'operations["sub-account/switch-provider"].body',
    },
    { operation: "budget", state: "judged" },
    { operation: "sub-account", state: "uncovered", field: 'operations["sub-account"].body' },
    { operation: "three-d-secure", state: "uncovered", field: 'operations["three-d-secure"].body' },
  ]);
});
