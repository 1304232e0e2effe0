import { expect, test } from "vitest";
import { broadestAccusers } from "./broadest-accusers.ts";
import type { Kill } from "./judge-mutant.ts";

const kill = (breaks: string, ...caught: string[]): Kill => ({
  mutant: `breaks-${breaks}`,
  breaks,
  depth: "quick",
  caught,
  roots: [],
  warned: [],
});

test("of an area counts the requirement that accuses most of what it is not about", () => {
  const kills = [
    kill("query.answers", "query.answers", "register.stores", "register.creates"),
    kill("disable.succeeds", "disable.succeeds", "register.stores"),
    kill("register.stores", "register.stores", "register.creates"),
  ];
  expect(broadestAccusers(kills)).toEqual(["register | accuses at most 2 besides its own: register.creates"]);
});
