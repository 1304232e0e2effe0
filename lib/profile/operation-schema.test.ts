import { expect, test } from "vitest";
import { operationPath } from "./operation-schema.ts";
import { HEAD, load } from "./testdata/profile-text.ts";

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
