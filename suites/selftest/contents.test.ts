import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";

test("every foundation is a requirement, named once", () => {
  const { foundations } = catalogue;
  expect(foundations.filter((id) => catalogue.find(id) === undefined)).toEqual([]);
  expect(new Set(foundations).size).toBe(foundations.length);
});
