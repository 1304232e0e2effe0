import { expect, test } from "vitest";
import { isReading, operationPath } from "./operation-schema.ts";
import { HEAD, load } from "../testing/profile-text.ts";

test("the path of an operation is its name below /abc/v1, or the one that it gives", () => {
  const { operations } = load(`${HEAD}operations:
  card/bin/query: { body: null }
  budget/query: { body: [1] }
  three-d-secure: { path: /abc/v1/3ds, body: {} }
`).profile;
  expect(Object.entries(operations).map(([name, operation]) => operationPath(name, operation))).toEqual([
    "/abc/v1/card/bin/query",
    "/abc/v1/budget/query",
    "/abc/v1/3ds",
  ]);
});

test.each([
  ["account/transfer", "/v2/accounts/balance", false],
  ["card/cancel", "/v2/cards/info", false],
  ["sub-account/switch-provider", "/v2/page", false],
  ["three-d-secure", "/v2/challenges/detail", false],
  ["three-d-secure/decision", "/v2/challenges/detail", false],
  ["budget/delete", "/v2/budgets/info", false],
  ["budget", "/v2/budgets/create", false],
  ["budget", "/v2/budgets/list", true],
  ["budget/query", "/v2/budgets/query", true],
  ["transaction/query", "/v2/transactions", true],
  ["card/bin/query", "/v2/bins", true],
])("%s at %s: changes nothing %j", (name, path, reads) => {
  expect(isReading(name, { path })).toBe(reads);
});
