import { expect, test } from "vitest";
import { Catalogue } from "./catalogue.ts";
import { wording } from "./requirement.ts";
import { assertSelectors, selectsRequirement, SelectorError } from "./selector.ts";

const { stated, unspecified } = wording<unknown, unknown, unknown>();
const words = { sections: ["1"], text: "The server does something." };
const groups = new Map([
  ["api-key", "auth"],
  ["register", "webhook"],
]);
const catalogue = new Catalogue(
  [
    stated("envelope.complete", words),
    stated("api-key.absent", words),
    stated("register.accepts", words),
    stated("register.accepts-more", words),
    unspecified("register.effect", words),
    unspecified("limits.traffic", words),
  ],
  groups,
);
const isMeant = (selector: string, id: string) => selectsRequirement(selector, catalogue.get(id), catalogue);

test("a selector without a dot is a whole area or group, one with a dot the beginning of an id", () => {
  expect(isMeant("register", "register.accepts")).toBe(true);
  expect(isMeant("webhook", "register.accepts")).toBe(true);
  expect(isMeant("register.acc", "register.accepts")).toBe(true);
  expect(isMeant("regis", "register.accepts")).toBe(false);
  expect(isMeant("auth", "register.accepts")).toBe(false);
  expect(isMeant("register.stores", "register.accepts")).toBe(false);
  expect(isMeant("envelope", "envelope.complete")).toBe(true);
  expect(isMeant("register.accepts", "register.accepts-more")).toBe(false);
  expect(isMeant("register.accept", "register.accepts-more")).toBe(true);
});

test("an observation belongs to its area and group, and to the observations", () => {
  for (const selector of ["register", "webhook", "observations", "register.eff"])
    expect(isMeant(selector, "register.effect")).toBe(true);
  expect(isMeant("auth", "register.effect")).toBe(false);
  expect(isMeant("observations", "limits.traffic")).toBe(true);
  expect(isMeant("observations", "register.accepts")).toBe(false);
});

test.each([
  ["webhok", 'Did you mean "webhook"?'],
  ["regster", 'Did you mean "register"?'],
  ["api-key.absnet", 'Did you mean "api-key.absent"?'],
  ["everything-else", "Areas: auth, webhook, observations, envelope,"],
])("%s is refused with a hint", (selector, hint) => {
  expect(() => assertSelectors(["register", selector], catalogue)).toThrow(SelectorError);
  expect(() => assertSelectors(["register", selector], catalogue)).toThrow(hint);
});

test("folders, areas and beginnings of ids are good", () => {
  expect(() =>
    assertSelectors(["webhook", "register", "register.accepts", "register.a"], catalogue),
  ).not.toThrow();
});
