import { expect, test } from "vitest";
import { pathAndQuery } from "./path-and-query.ts";

test.each([
  ["/a", "/a", ""],
  ["/a?", "/a", ""],
  ["/a?b=1?c", "/a", "b=1?c"],
  ["/a%3Fb", "/a%3Fb", ""],
])("pathAndQuery splits %s", (target, path, query) => {
  expect(pathAndQuery(target)).toEqual({ path, query });
});
