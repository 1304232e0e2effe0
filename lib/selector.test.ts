import { expect, test } from "vitest";
import { areaGroups, assertSelectors, selects, SelectorError } from "./selector.ts";

const groups = areaGroups([
  "auth/api-key.ts",
  "envelope.ts",
  "observations/limits.js",
  "observations/register.js",
  "webhook/register.js",
]);

test("an area belongs to the group where its checks stand", () => {
  expect([...groups]).toEqual([
    ["api-key", "auth"],
    ["register", "webhook"],
  ]);
});

test("a selector without a dot is a whole area or group, one with a dot the beginning of an id", () => {
  expect(selects("register", "register.accepts", groups)).toBe(true);
  expect(selects("webhook", "register.accepts", groups)).toBe(true);
  expect(selects("register.acc", "register.accepts", groups)).toBe(true);
  expect(selects("regis", "register.accepts", groups)).toBe(false);
  expect(selects("auth", "register.accepts", groups)).toBe(false);
  expect(selects("register.stores", "register.accepts", groups)).toBe(false);
  expect(selects("envelope", "envelope.complete", groups)).toBe(true);
});

test("what is observed belongs to its area and group, and to the observations", () => {
  for (const selector of ["register", "webhook", "observations", "register.status"])
    expect(selects(selector, "register.status-after-first", groups)).toBe(true);
  expect(selects("auth", "register.status-after-first", groups)).toBe(false);
  expect(selects("observations", "limits.rate", groups)).toBe(true);
  expect(selects("observations", "register.accepts", groups)).toBe(false);
});

test.each([
  ["webhok", 'Did you mean "webhook"?'],
  ["regster", 'Did you mean "register"?'],
  ["callback-url.max-lenght", 'Did you mean "callback-url.max-length"?'],
  ["everything-else", "Areas: webhook, envelope,"],
])("%s is refused with a hint", (selector, hint) => {
  expect(() => assertSelectors(["query", selector], ["webhook"])).toThrow(SelectorError);
  expect(() => assertSelectors(["query", selector], ["webhook"])).toThrow(hint);
});

test("folders, areas and beginnings of ids are good", () => {
  expect(() => assertSelectors(["webhook", "query", "query.answers", "query.a"], ["webhook"])).not.toThrow();
});
