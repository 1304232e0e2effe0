import { expect, test } from "vitest";
import { assertSelectors, selects, SelectorError } from "./selector.ts";

test("a selector without a dot is a whole area or folder, one with a dot the beginning of an id", () => {
  expect(selects("register", "register.accepts", "webhook")).toBe(true);
  expect(selects("webhook", "register.accepts", "webhook")).toBe(true);
  expect(selects("register.acc", "register.accepts", "webhook")).toBe(true);
  expect(selects("regis", "register.accepts", "webhook")).toBe(false);
  expect(selects("auth", "register.accepts", "webhook")).toBe(false);
  expect(selects("register.stores", "register.accepts", "webhook")).toBe(false);
  expect(selects("envelope", "envelope.complete", undefined)).toBe(true);
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
